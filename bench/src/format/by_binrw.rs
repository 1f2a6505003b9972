//! Baseline reader derived with `binrw`.

use std::fs::File;
use std::path::Path;

use binrw::helpers::until_eof;
use binrw::io::BufReader;
use binrw::{BinRead, BinReaderExt};

use super::by_key::Key;
use crate::Result;
use crate::data::Checksum;

#[derive(BinRead)]
#[br(little)]
pub(crate) struct Decoded {
    header: [u8; 19],
    #[br(count = 7)]
    camera: Vec<Curve<Key>>,
    #[br(count = 4)]
    states: Vec<Curve<BooleanKey>>,
    #[br(count = 2 * 27 * 7)]
    joints: Vec<Curve<Key>>,
    #[br(count = 6)]
    gaze: Vec<Curve<Key>>,
    #[br(parse_with = until_eof)]
    rest: Vec<u8>,
}

#[derive(BinRead)]
#[br(little)]
struct Curve<K: for<'a> BinRead<Args<'a> = ()> + 'static> {
    pre_wrap: i32,
    post_wrap: i32,
    count: u32,
    #[br(count = count)]
    keys: Vec<K>,
}

#[derive(BinRead)]
#[br(little)]
struct BooleanKey {
    time_secs: f32,
    value: f32,
}

pub(crate) fn decode(path: &Path) -> Result<Decoded> {
    // `binrw`'s own buffered reader tracks its position without a system call, unlike that of std.
    Ok(BufReader::new(File::open(path)?).read_le()?)
}

impl Decoded {
    pub(crate) fn checksum(&self) -> Checksum {
        fn add<K: for<'a> BinRead<Args<'a> = ()> + 'static, const N: usize>(
            checksum: &mut Checksum,
            curves: &[Curve<K>],
            words: impl Fn(&K) -> [u32; N],
        ) {
            for curve in curves {
                std::hint::black_box((curve.pre_wrap, curve.post_wrap, curve.count));
                checksum.add(curve.keys.len(), curve.keys.iter().flat_map(&words));
            }
        }
        let boolean = |key: &BooleanKey| [key.time_secs.to_bits(), key.value.to_bits()];
        let mut checksum = Checksum::default();
        std::hint::black_box((&self.header, &self.rest));
        add(&mut checksum, &self.camera, Key::words);
        add(&mut checksum, &self.states, boolean);
        add(&mut checksum, &self.joints, Key::words);
        add(&mut checksum, &self.gaze, Key::words);
        checksum
    }
}
