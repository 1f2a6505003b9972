//! Sequences of calls as C makes them: a session from start to end, and any order of calls with null, stale and wrong handles and
//! wrong structure types.

#![cfg(test)]
#![expect(unsafe_code, reason = "calls the runtime as C does")]

#[path = "../../../fuzz/openxr_checks.rs"]
mod checks;

use std::sync::{Mutex, MutexGuard, PoisonError};

use openxr_sys as xr;
use openxr_sys::{SessionState as S, pfn};
use proptest::prelude::*;
use reenact_openxr::{Config, VARIABLE};

use checks::{create_instance, create_session, destroy_instance, get, typed};

/// There is one instance in a process, and one environment.
static ONE: Mutex<()> = Mutex::new(());

/// Sets the settings; one test at a time.
fn prepare(settings: &str) -> MutexGuard<'static, ()> {
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: one test at a time, and no other thread reads the environment.
    unsafe { std::env::set_var(VARIABLE, settings) };
    guard
}

/// The demo, 19 s, in steps of 20 ms.
fn demo() -> String {
    let path = std::env::temp_dir().join(format!("reenact-demo-{}.bin", std::process::id()));
    std::fs::write(&path, reenact_make::demo().to_bytes()).unwrap();
    let mut config = Config::new(path);
    config.step_nanos = Some(20_000_000);
    config.to_json()
}

#[test]
fn a_headless_session_gives_frames_and_exits_at_the_end_of_the_recording() {
    let _guard = prepare(&demo());
    let instance = create_instance().unwrap();
    assert_eq!(create_instance(), Err(xr::Result::ERROR_LIMIT_REACHED));
    let session = create_session(instance);
    let begin: xr::SessionBeginInfo = typed(xr::SessionBeginInfo::TYPE);
    let poll: pfn::PollEvent = get("xrPollEvent");
    let mut states = Vec::new();
    // SAFETY: valid structures and handles, in the order of the specification.
    unsafe {
        let begin_session: pfn::BeginSession = get("xrBeginSession");
        assert_eq!(begin_session(session, &raw const begin), xr::Result::SUCCESS);
        assert_eq!(begin_session(session, &raw const begin), xr::Result::ERROR_SESSION_RUNNING);
        let mut frames = 0;
        loop {
            let mut event: xr::EventDataBuffer = typed(xr::EventDataBuffer::TYPE);
            while poll(instance, &raw mut event) == xr::Result::SUCCESS {
                if event.ty == xr::EventDataSessionStateChanged::TYPE {
                    let event = &*(&raw const event).cast::<xr::EventDataSessionStateChanged>();
                    states.push(event.state);
                }
                event.ty = xr::EventDataBuffer::TYPE;
            }
            if states.last() == Some(&xr::SessionState::STOPPING) {
                break;
            }
            let mut frame: xr::FrameState = typed(xr::FrameState::TYPE);
            let wait: pfn::WaitFrame = get("xrWaitFrame");
            assert_eq!(wait(session, std::ptr::null(), &raw mut frame), xr::Result::SUCCESS);
            let begin: pfn::BeginFrame = get("xrBeginFrame");
            assert_eq!(begin(session, std::ptr::null()), xr::Result::SUCCESS);
            let mut end: xr::FrameEndInfo = typed(xr::FrameEndInfo::TYPE);
            end.display_time = frame.predicted_display_time;
            end.environment_blend_mode = xr::EnvironmentBlendMode::OPAQUE;
            let end_frame: pfn::EndFrame = get("xrEndFrame");
            assert_eq!(end_frame(session, &raw const end), xr::Result::SUCCESS);
            frames += 1;
            assert!(frames < 2000, "the recording has 19 s");
        }
        assert!(frames > 900, "{frames}");
        let end_session: pfn::EndSession = get("xrEndSession");
        assert_eq!(end_session(session), xr::Result::SUCCESS);
    }
    assert_eq!(
        states,
        [
            S::IDLE,
            S::READY,
            S::SYNCHRONIZED,
            S::VISIBLE,
            S::FOCUSED,
            S::VISIBLE,
            S::SYNCHRONIZED,
            S::STOPPING
        ]
    );
    assert_eq!(destroy_instance(instance), xr::Result::SUCCESS);
    assert_eq!(destroy_instance(instance), xr::Result::ERROR_HANDLE_INVALID);
}

proptest! {
    #[test]
    fn any_order_of_calls_ends_in_errors_of_the_specification(
        bytes in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        let _guard = prepare(&checks::settings());
        checks::calls(&bytes);
    }
}
