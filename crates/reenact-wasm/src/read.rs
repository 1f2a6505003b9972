//! A recording from whatever file it comes in.

use reenact::ReadOptions;
use reenact_convert::{gltf, json};
use reenact_file::SharedRecording;

use crate::error::Result;

/// Reads a recording, or what was converted from one.
pub(crate) fn read(bytes: Vec<u8>) -> Result<SharedRecording> {
    if bytes.starts_with(b"glTF") {
        return Ok(gltf::read(&bytes)?.into());
    }
    // No recording starts so.
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return Ok(json::read(&bytes)?.into());
    }
    Ok(SharedRecording::from_bytes(bytes, &ReadOptions::default())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_read_from_what_they_were_converted_to() {
        let demo = reenact_make::demo();
        assert_eq!(read(demo.to_bytes()).unwrap().recording(), &demo);
        let mut text = Vec::new();
        let _written = json::write(&demo, &mut text).unwrap();
        assert_eq!(read(text).unwrap().recording(), &demo);
        let mut scene = Vec::new();
        let _losses = gltf::write_glb(&demo, &gltf::Options::default(), &mut scene).unwrap();
        assert!(read(scene).unwrap().recording().key_count() > 1000);
        assert!(read(b"hello".to_vec()).is_err());
        assert!(read(Vec::new()).is_err());
    }
}
