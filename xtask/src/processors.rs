//! Step that runs the library's tests on other processors under QEMU: aarch64, and powerpc64, which is big-endian.

use crate::cross::{LIBRARY, Target};
use crate::packages::{GCC_AARCH64, GCC_POWERPC64, QEMU_AARCH64, QEMU_POWERPC64};
use crate::workspace;

pub(crate) fn processors() -> Result<String, String> {
    let targets = [
        Target {
            name: "aarch64-unknown-linux-gnu",
            linker: GCC_AARCH64.have()?,
            runner: format!("{} -L /usr/aarch64-linux-gnu", QEMU_AARCH64.have()?),
        },
        Target {
            name: "powerpc64-unknown-linux-gnu",
            linker: GCC_POWERPC64.have()?,
            runner: format!("{} -L /usr/powerpc64-linux-gnu", QEMU_POWERPC64.have()?),
        },
    ];
    for target in &targets {
        println!("{}", target.name);
        let features = features(target.name.starts_with("powerpc64"))?;
        target.test(&LIBRARY, |tests| tests.args(["--features", &features]))?;
    }
    Ok(targets.map(|target| target.name).join(", "))
}

/// All features of the library crates; the crate `parquet` supports little-endian processors only.
fn features(is_big_endian: bool) -> Result<String, String> {
    let mut found = Vec::new();
    for package in workspace::packages()? {
        let name = package.name();
        for feature in package.features() {
            let is_left_out = is_big_endian && feature == "parquet";
            if LIBRARY.contains(&name) && !is_left_out {
                found.push(format!("{name}/{feature}"));
            }
        }
    }
    Ok(found.join(","))
}
