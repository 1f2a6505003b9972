//! Every key, one a row.

use std::io::Write;

use reenact::{KeyKind, Recording};

use crate::curves::repeats;
use crate::out::Out;
use crate::{Losses, Result};

const HEADER: &str =
    "curve,index,time_secs,value,in_tangent,out_tangent,in_weight,out_weight,weighted_mode,kind\n";

/// Writes every key of every curve, in file order; not in it are markers and wrap modes.
///
/// ```
/// let mut table = Vec::new();
/// let _ = reenact_convert::csv::write_keys(&reenact_make::demo(), &mut table)?;
/// let table = String::from_utf8_lossy(&table);
/// assert!(table.starts_with("curve,index,time_secs,value,in_tangent"));
/// assert!(table.lines().nth(1).unwrap().starts_with("camera.position.x,0,0.0,"));
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write_keys(recording: &Recording, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    out.text(HEADER);
    for (id, curve) in recording.curves() {
        let name = id.to_string();
        let kind = curve.kind();
        for (index, key) in curve.iter().enumerate() {
            out.text(&name);
            out.text(",");
            out.integer(index)?;
            for value in [key.time_secs, key.value] {
                out.text(",");
                out.float(value, "");
            }
            if kind == KeyKind::Full {
                for value in [key.in_tangent, key.out_tangent, key.in_weight, key.out_weight] {
                    out.text(",");
                    out.float(value, "");
                }
                out.text(",");
                out.integer(key.weighted_mode.0)?;
                out.text(",");
            } else {
                out.text(",,,,,,");
            }
            out.text(kind.name());
            out.text("\n");
            out.breathe()?;
        }
    }
    Ok(Losses {
        markers: recording.markers().count(),
        repeating_curves: recording.curves().filter(|(_, curve)| repeats(curve)).count(),
        ..out.finish()?
    })
}
