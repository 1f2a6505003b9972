//! Cost of the runtime: a headless application that locates the head, both views and both hands in every frame, against the same
//! application with poses from memory.
//!
//! `cargo run --release -p reenact-openxr --example cost`; the exit code is 1 if the poses of a frame take more than 20 µs.

#![expect(unsafe_code, reason = "calls the runtime as C does")]
#![allow(dead_code, reason = "the checks have more calls than are needed here")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a measurement"
)]

#[path = "../../../fuzz/openxr_checks.rs"]
mod checks;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use openxr_sys as xr;
use openxr_sys::{Handle, pfn};
use reenact_openxr::{Config, VARIABLE};

use checks::{create_instance, create_session, get, typed};

/// Most time for the poses of a frame.
const MOST: Duration = Duration::from_micros(20);

/// Frames of a measurement, and measurements of which the fastest counts: others ran beside something else.
const FRAMES: u32 = 200;
const MEASUREMENTS: u32 = 40;

/// What an application asks for in a frame.
#[derive(Clone, Copy)]
struct Poses {
    head: xr::SpaceLocation,
    views: [xr::View; 2],
    hands: [[xr::HandJointLocationEXT; 26]; 2],
}

struct Application {
    session: xr::Session,
    stage: xr::Space,
    view: xr::Space,
    trackers: [xr::HandTrackerEXT; 2],
}

impl Application {
    fn new() -> Self {
        let instance = create_instance().unwrap();
        let session = create_session(instance);
        // SAFETY: valid structures and handles, in the order of the specification.
        unsafe {
            let space = |ty| {
                let mut info: xr::ReferenceSpaceCreateInfo =
                    typed(xr::ReferenceSpaceCreateInfo::TYPE);
                info.reference_space_type = ty;
                info.pose_in_reference_space = xr::Posef::IDENTITY;
                let mut space = xr::Space::NULL;
                let create: pfn::CreateReferenceSpace = get("xrCreateReferenceSpace");
                assert_eq!(create(session, &raw const info, &raw mut space), xr::Result::SUCCESS);
                space
            };
            let tracker = |hand| {
                let mut info: xr::HandTrackerCreateInfoEXT =
                    typed(xr::HandTrackerCreateInfoEXT::TYPE);
                (info.hand, info.hand_joint_set) = (hand, xr::HandJointSetEXT::DEFAULT);
                let mut tracker = xr::HandTrackerEXT::NULL;
                let create: pfn::CreateHandTrackerEXT = get("xrCreateHandTrackerEXT");
                assert_eq!(create(session, &raw const info, &raw mut tracker), xr::Result::SUCCESS);
                tracker
            };
            let begin: xr::SessionBeginInfo = typed(xr::SessionBeginInfo::TYPE);
            let begin_session: pfn::BeginSession = get("xrBeginSession");
            assert_eq!(begin_session(session, &raw const begin), xr::Result::SUCCESS);
            Self {
                session,
                stage: space(xr::ReferenceSpaceType::STAGE),
                view: space(xr::ReferenceSpaceType::VIEW),
                trackers: [xr::HandEXT::LEFT, xr::HandEXT::RIGHT].map(tracker),
            }
        }
    }

    /// A frame, with or without asking for poses. Returns the poses, and how long these took.
    fn frame(&self, asks: bool, poses: &mut Poses) -> Duration {
        // SAFETY: valid structures and handles, in the order of the specification.
        unsafe {
            let mut frame: xr::FrameState = typed(xr::FrameState::TYPE);
            let wait: pfn::WaitFrame = get("xrWaitFrame");
            wait(self.session, std::ptr::null(), &raw mut frame);
            let begin: pfn::BeginFrame = get("xrBeginFrame");
            begin(self.session, std::ptr::null());
            let start = Instant::now();
            if asks {
                self.locate(frame.predicted_display_time, poses);
            }
            let took = start.elapsed();
            let mut end: xr::FrameEndInfo = typed(xr::FrameEndInfo::TYPE);
            end.display_time = frame.predicted_display_time;
            end.environment_blend_mode = xr::EnvironmentBlendMode::OPAQUE;
            let end_frame: pfn::EndFrame = get("xrEndFrame");
            assert_eq!(end_frame(self.session, &raw const end), xr::Result::SUCCESS);
            took
        }
    }

    /// Asks for everything.
    ///
    /// # Safety
    ///
    /// The session is running.
    unsafe fn locate(&self, time: xr::Time, poses: &mut Poses) {
        // SAFETY: valid structures, with as many elements as they say.
        unsafe {
            let locate: pfn::LocateSpace = get("xrLocateSpace");
            locate(self.view, self.stage, time, &raw mut poses.head);
            let mut info: xr::ViewLocateInfo = typed(xr::ViewLocateInfo::TYPE);
            info.view_configuration_type = xr::ViewConfigurationType::PRIMARY_STEREO;
            (info.display_time, info.space) = (time, self.stage);
            let mut state: xr::ViewState = typed(xr::ViewState::TYPE);
            let mut count = 0;
            let locate_views: pfn::LocateViews = get("xrLocateViews");
            let views = poses.views.as_mut_ptr();
            locate_views(self.session, &raw const info, &raw mut state, 2, &raw mut count, views);
            for (tracker, joints) in self.trackers.into_iter().zip(&mut poses.hands) {
                let mut info: xr::HandJointsLocateInfoEXT =
                    typed(xr::HandJointsLocateInfoEXT::TYPE);
                (info.base_space, info.time) = (self.stage, time);
                let mut located: xr::HandJointLocationsEXT = typed(xr::HandJointLocationsEXT::TYPE);
                located.joint_count = 26;
                located.joint_locations = joints.as_mut_ptr();
                let locate: pfn::LocateHandJointsEXT = get("xrLocateHandJointsEXT");
                let result = locate(tracker, &raw const info, &raw mut located);
                assert_eq!(result, xr::Result::SUCCESS);
            }
        }
    }
}

fn main() -> ExitCode {
    let path = std::env::temp_dir().join(format!("reenact-cost-{}.bin", std::process::id()));
    std::fs::write(&path, reenact_make::demo().to_bytes()).unwrap();
    let mut config = Config::new(&path);
    config.step_nanos = Some(1_000_000);
    config.end = "loop".parse().unwrap();
    // SAFETY: no other thread has started.
    unsafe { std::env::set_var(VARIABLE, config.to_json()) };
    let application = Application::new();
    std::fs::remove_file(path).unwrap();
    let mut poses = Poses {
        head: typed(xr::SpaceLocation::TYPE),
        views: [typed(xr::View::TYPE); 2],
        hands: [[typed(xr::StructureType::UNKNOWN); 26]; 2],
    };
    let memory = poses;
    let (mut asked, mut from_memory, mut located) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..MEASUREMENTS {
        let start = Instant::now();
        let took: Duration = (0..FRAMES).map(|_| application.frame(true, &mut poses)).sum();
        asked = asked.min(start.elapsed());
        located = located.min(took);
        black_box(&poses);
        let start = Instant::now();
        for _ in 0..FRAMES {
            application.frame(false, &mut poses);
            poses = black_box(memory);
        }
        from_memory = from_memory.min(start.elapsed());
    }
    let fps = |took: Duration| f64::from(FRAMES) / took.as_secs_f64();
    let each = located / FRAMES;
    println!(
        "poses of a frame in {:.1} µs; {:.0} frames per second, {:.0} with poses from memory",
        each.as_secs_f64() * 1e6,
        fps(asked),
        fps(from_memory)
    );
    if each <= MOST { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
