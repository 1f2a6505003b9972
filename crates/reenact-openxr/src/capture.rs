//! Pictures of submitted frames.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use openxr_sys as xr;
use reenact::Recording;
use reenact_xr::Capture;
use serde_json::json;

use crate::abi::list;
use crate::readback::Picture;
use crate::state::{Core, Session};

/// Which frames become pictures.
#[derive(Debug)]
pub(crate) struct Pictures {
    folder: PathBuf,
    every: Option<u32>,
    /// Times in seconds and names, in order.
    markers: Vec<(f32, String)>,
    from_secs: f32,
    /// Markers up to this time have had their picture; those at exactly this time only if that is true.
    since: (f32, bool),
    submitted: u64,
    has_failed: bool,
}

/// Longest part of a file's name that comes from a marker.
const MAX_NAME: usize = 40;

impl Pictures {
    pub(crate) fn new(capture: &Capture, recording: &Recording, from_secs: f64) -> Self {
        let mut markers: Vec<(f32, String)> = recording
            .markers()
            .map(|marker| (marker.time_secs, file_name(marker.name.as_ref())))
            .collect();
        markers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let from_secs = reenact_base::number::to_f32(from_secs);
        let Capture { folder, every } = capture.clone();
        let since = (from_secs, false);
        Self { folder, every, markers, from_secs, since, submitted: 0, has_failed: false }
    }

    /// Playback jumped: markers that were passed over get no picture.
    pub(crate) fn jumped(&mut self, time_secs: f64) {
        self.since = (reenact_base::number::to_f32(time_secs), false);
    }

    /// Start of the names of a frame's pictures, if it is to have any.
    fn due(&mut self, frame: u64, time_secs: f32) -> Option<String> {
        let number = self.submitted;
        self.submitted += 1;
        if let Some(every) = self.every {
            return number.is_multiple_of(every.into()).then(|| format!("frame-{frame:06}"));
        }
        if time_secs < self.since.0 {
            // A loop.
            self.since = (self.from_secs, false);
        }
        let (since_secs, is_done) = self.since;
        self.since = (time_secs, true);
        let is_new = |time: f32| time > since_secs || (time == since_secs && !is_done);
        let names: Vec<&str> = self
            .markers
            .iter()
            .filter(|(time, _)| is_new(*time) && *time <= time_secs)
            .map(|(_, name)| name.as_str())
            .collect();
        (!names.is_empty()).then(|| format!("frame-{frame:06}-{}", names.join("-")))
    }
}

/// A marker's name as part of a file's name.
fn file_name(name: &str) -> String {
    let safe = |character: char| {
        if character.is_alphanumeric() || matches!(character, '-' | '_') { character } else { '_' }
    };
    name.chars().take(MAX_NAME).map(safe).collect()
}

/// Writes the pictures of a frame, if it is to have any: what both views of its first projection layer show.
pub(crate) fn capture(core: &mut Core, session: &Session, info: &xr::FrameEndInfo) {
    let Some(views) = projection(info) else { return };
    let position = core.headset.position(session.elapsed_nanos(info.display_time.as_nanos()));
    let frame = session.frame_count.saturating_sub(1);
    let Some(pictures) = &mut core.pictures else { return };
    let Some(start) = pictures.due(frame, position.time_secs) else { return };
    let folder = pictures.folder.clone();
    let mut files = Vec::new();
    for (view, eye) in views.iter().zip(["left", "right"]) {
        let name = format!("{start}-{eye}.png");
        let written = view_picture(core, session, &view.sub_image)
            .and_then(|picture| write(&folder.join(&name), &picture));
        match written {
            Ok(()) => files.push(name),
            Err(error) => {
                if let Some(pictures) = &mut core.pictures
                    && !std::mem::replace(&mut pictures.has_failed, true)
                {
                    eprintln!("reenact: cannot capture frame {frame}: {error}");
                }
            }
        }
    }
    core.log.write("capture", position.time_secs, &json!({ "frame": frame, "files": files }));
}

/// The views of the first projection layer of a frame that was checked.
fn projection(info: &xr::FrameEndInfo) -> Option<&[xr::CompositionLayerProjectionView]> {
    // SAFETY: the application gives this number of pointers, each to a layer that says its type.
    unsafe {
        let layers = list(info.layers, info.layer_count).ok()?;
        let layer = layers.iter().find(|layer| {
            layer.as_ref().is_some_and(|base| base.ty == xr::CompositionLayerProjection::TYPE)
        })?;
        let layer = layer.cast::<xr::CompositionLayerProjection>().as_ref()?;
        list(layer.views, layer.view_count).ok()
    }
}

fn view_picture(
    core: &mut Core,
    session: &Session,
    image: &xr::SwapchainSubImage,
) -> Result<Picture, String> {
    let graphics = session.graphics.as_ref().ok_or("the session has no graphics")?;
    let swapchain = core.swapchain(image.swapchain).map_err(|error| format!("{error:?}"))?;
    graphics.read(swapchain, image)
}

fn write(path: &Path, picture: &Picture) -> Result<(), String> {
    let explain = |error: String| format!("{error}: {}", path.display());
    let file = File::create(path).map_err(|error| explain(error.to_string()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header().map_err(|error| explain(error.to_string()))?;
    writer.write_image_data(&picture.rgb).map_err(|error| explain(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures(every: Option<u32>) -> Pictures {
        Pictures {
            folder: PathBuf::new(),
            every,
            markers: vec![(0.0, "a".to_owned()), (0.5, "b".to_owned()), (0.52, "c".to_owned())],
            from_secs: 0.0,
            since: (0.0, false),
            submitted: 0,
            has_failed: false,
        }
    }

    #[test]
    fn the_first_frame_at_or_after_a_marker_is_captured() {
        let mut pictures = pictures(None);
        assert_eq!(pictures.due(0, 0.0).as_deref(), Some("frame-000000-a"));
        assert_eq!(pictures.due(1, 0.49), None);
        assert_eq!(pictures.due(2, 0.6).as_deref(), Some("frame-000002-b-c"));
        assert_eq!(pictures.due(3, 0.6), None, "paused");
        assert_eq!(pictures.due(4, 0.1).as_deref(), Some("frame-000004-a"), "a loop");
        pictures.jumped(0.51);
        assert_eq!(pictures.due(5, 0.53).as_deref(), Some("frame-000005-c"));
    }

    #[test]
    fn every_so_many_submitted_frames_are_captured() {
        let mut pictures = pictures(Some(3));
        let due: Vec<bool> = (5..12).map(|frame| pictures.due(frame, 0.0).is_some()).collect();
        assert_eq!(due, [true, false, false, true, false, false, true]);
    }

    #[test]
    fn names_of_markers_are_safe_in_file_names() {
        assert_eq!(file_name("../poke now: 1"), "___poke_now__1");
    }
}
