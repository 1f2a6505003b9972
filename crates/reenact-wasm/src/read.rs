//! Reads a recording from any supported format.

use reenact_convert::Imported;

use crate::error::Result;

/// Reads a recording, or a file converted from one, with the losses of reading. The bytes of a recording are shared, not copied.
pub(crate) fn read(bytes: Vec<u8>) -> Result<Imported> {
    Ok(reenact_convert::import(bytes)?)
}

#[cfg(test)]
mod tests {
    use reenact_convert::{gltf, hololens, iwer, json};

    use super::*;

    #[test]
    fn recordings_are_read_from_what_they_were_converted_to() {
        let demo = reenact_make::demo();
        let read = |bytes| super::read(bytes).map(Imported::into_recording);
        assert_eq!(read(demo.to_bytes()).unwrap(), demo);
        let mut text = Vec::new();
        let _ = json::write(&demo, &mut text).unwrap();
        assert_eq!(read(text).unwrap(), demo);
        let mut files = vec![Vec::new(); 4];
        let [glb, gltf, iwer, table] = &mut files[..] else { unreachable!() };
        let _ = gltf::write_glb(&demo, &gltf::Options::default(), glb).unwrap();
        let _ = gltf::write_gltf(&demo, &gltf::Options::default(), gltf).unwrap();
        let _ = iwer::write(&demo, &iwer::Options::default(), iwer).unwrap();
        let _ = hololens::write(&demo, &hololens::Options::default(), table).unwrap();
        for file in files {
            assert!(read(file).unwrap().key_count() > 1000);
        }
        assert!(read(b"hello".to_vec()).is_err());
        assert!(read(Vec::new()).is_err());
    }
}
