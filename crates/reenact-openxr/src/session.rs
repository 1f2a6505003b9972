//! Sessions and frames.

use std::time::Duration;

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact::hand::Side;
use reenact_xr::{Devices, FrameLoop, FrameState, Playhead, SessionMachine};
use serde_json::{Value, json};

use crate::abi::{find, given, input, list, optional, output};
use crate::layers::check_layer;
use crate::log::number;
use crate::state::{Core, FRAME_BEGUN, Object, Session, call, checked_time, code, guarded, lock};
use crate::system::{check_views, system};
use crate::time::real_nanos;
use crate::vulkan::Graphics;

pub(crate) extern "system" fn create(
    instance: xr::Instance,
    info: Option<&xr::SessionCreateInfo>,
    session: Option<&mut xr::Session>,
) -> xr::Result {
    call(|state| {
        state.instance(instance)?;
        let (info, session) = (input(info)?, given(session)?);
        let handle = state.new_handle();
        let core = system(state, instance, info.system_id)?;
        if info.create_flags.into_raw() != 0 {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        if core.offers("XR_EXTX_overlay") {
            // SAFETY: the application gives a chain of structures.
            let overlay = unsafe { find::<xr::SessionCreateInfoOverlayEXTX>(info.next) };
            // There is no other session that it could lie over, so it is one like any.
            if overlay.is_some_and(|overlay| overlay.create_flags.into_raw() != 0) {
                return Err(xr::Result::ERROR_VALIDATION_FAILURE);
            }
        }
        // SAFETY: the application gives a chain of structures.
        let binding = unsafe { find::<xr::GraphicsBindingVulkanKHR>(info.next) };
        let has_vulkan =
            core.offers("XR_KHR_vulkan_enable") || core.offers("XR_KHR_vulkan_enable2");
        let graphics = match binding {
            Some(binding) if has_vulkan => Some(Graphics::new(&core.vulkan, binding)?),
            None if core.offers("XR_MND_headless") => None,
            _ => return Err(xr::Result::ERROR_GRAPHICS_DEVICE_INVALID),
        };
        let found = state.instance(instance)?;
        if found.session.is_some() {
            return Err(xr::Result::ERROR_LIMIT_REACHED);
        }
        let (machine, states) = SessionMachine::new(graphics.is_none());
        let created = Session {
            handle,
            machine,
            frames: FrameLoop::default(),
            attached: None,
            devices: Devices::default(),
            playhead: Playhead::new(found.core.is_paused),
            graphics,
            syncs_since_frame: 0,
            frame_count: 0,
        };
        found.core.queue(&created, states);
        found.session = Some(created);
        *session = xr::Session::from_raw(handle);
        Ok(())
    })
}

/// Destroys the session and everything that belongs to it.
pub(crate) fn clear(core: &mut Core, session: &mut Option<Session>) {
    let Some(session) = session.take() else { return };
    core.objects.retain(|_, object| match object {
        Object::ActionSet | Object::Action { .. } => true,
        Object::Space(_) | Object::HandTracker { .. } => false,
        Object::Swapchain(swapchain) => {
            if let Some(graphics) = &session.graphics {
                graphics.destroy(swapchain);
            }
            false
        }
    });
    core.events.clear();
    FRAME_BEGUN.notify_all();
}

pub(crate) extern "system" fn destroy(session: xr::Session) -> xr::Result {
    call(|state| {
        state.session(session)?;
        if let Some(instance) = &mut state.instance {
            clear(&mut instance.core, &mut instance.session);
        }
        Ok(())
    })
}

pub(crate) extern "system" fn begin(
    session: xr::Session,
    info: Option<&xr::SessionBeginInfo>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        // Without graphics the view configuration does not matter.
        if !session.machine.is_headless() {
            check_views(info.primary_view_configuration_type)?;
        }
        let states = session.machine.begin().map_err(code)?;
        session.playhead.start(core.pacing.upcoming_nanos(real_nanos()));
        core.queue(session, states);
        Ok(())
    })
}

pub(crate) extern "system" fn end(session: xr::Session) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let states = session.machine.end().map_err(code)?;
        session.frames = FrameLoop::default();
        core.queue(session, states);
        FRAME_BEGUN.notify_all();
        Ok(())
    })
}

pub(crate) extern "system" fn request_exit(session: xr::Session) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let states = session.machine.request_exit().map_err(code)?;
        core.queue(session, states);
        Ok(())
    })
}

/// Interval at which a waiting thread checks that the session still exists.
const PATIENCE: Duration = Duration::from_millis(100);

pub(crate) extern "system" fn wait_frame(
    handle: xr::Session,
    info: Option<&xr::FrameWaitInfo>,
    frame_state: Option<&mut xr::FrameState>,
) -> xr::Result {
    let mut sleep_nanos = 0;
    let result = guarded(|| {
        let mut guard = lock();
        guard.get_or_insert_default().session(handle)?;
        optional(info)?;
        let frame_state = output(frame_state)?;
        loop {
            let (core, session) = guard.get_or_insert_default().session(handle)?;
            if !session.machine.is_running() {
                return Err(xr::Result::ERROR_SESSION_NOT_RUNNING);
            }
            if !session.frames.must_block() {
                session.frames.waited();
                session.syncs_since_frame = 0;
                let (displayed, sleep) = core.pacing.next_frame(real_nanos());
                sleep_nanos = sleep;
                frame_state.predicted_display_time = xr::Time::from_nanos(displayed);
                frame_state.predicted_display_period =
                    xr::Duration::from_nanos(core.pacing.period_nanos());
                frame_state.should_render =
                    (session.machine.is_visible() && session.graphics.is_some()).into();
                write_frame(core, session, displayed);
                return Ok(());
            }
            let waited = FRAME_BEGUN.wait_timeout(guard, PATIENCE);
            guard = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    });
    // Other threads may call in the meantime.
    if let Ok(nanos) = u64::try_from(sleep_nanos)
        && nanos > 0
    {
        std::thread::sleep(Duration::from_nanos(nanos));
    }
    result
}

/// Writes a frame to the log: head and palms as they are then.
fn write_frame(core: &mut Core, session: &mut Session, displayed_nanos: i64) {
    let count = session.frame_count;
    session.frame_count += 1;
    if !core.log.is_on() {
        return;
    }
    let elapsed = session.elapsed_nanos(displayed_nanos);
    let stage = reenact_xr::Space::new(reenact_xr::Origin::Stage);
    let head =
        core.headset.locate(&reenact_xr::Space::new(reenact_xr::Origin::View), &stage, elapsed);
    let position =
        |location: &reenact_xr::Location| json!(location.pose.position.to_array().map(number));
    let [left, right] = Side::ALL.map(|side| match core.headset.hand(side, elapsed) {
        Some(hand) => {
            json!({ "palm": position(&hand.palm().location), "pinching": hand.is_pinching() })
        }
        None => Value::Null,
    });
    let rest = json!({ "frame": count, "head": position(&head), "left": left, "right": right });
    core.log.write("frame", core.headset.position(elapsed).time_secs, &rest);
}

pub(crate) extern "system" fn begin_frame(
    session: xr::Session,
    info: Option<&xr::FrameBeginInfo>,
) -> xr::Result {
    call(|state| {
        let (_, session) = state.session(session)?;
        optional(info)?;
        if !session.machine.is_running() {
            return Err(xr::Result::ERROR_SESSION_NOT_RUNNING);
        }
        let begun = session.frames.begin().map_err(code)?;
        FRAME_BEGUN.notify_all();
        match begun {
            FrameState::Begun => Ok(()),
            FrameState::Discarded => Err(xr::Result::FRAME_DISCARDED),
        }
    })
}

/// Most layers of a frame.
const MAX_LAYERS: u32 = 16;

pub(crate) extern "system" fn end_frame(
    session: xr::Session,
    info: Option<&xr::FrameEndInfo>,
) -> xr::Result {
    call(|state| {
        let (core, session) = state.session(session)?;
        let info = input(info)?;
        if !session.machine.is_running() {
            return Err(xr::Result::ERROR_SESSION_NOT_RUNNING);
        }
        session.frames.may_end().map_err(code)?;
        checked_time(info.display_time)?;
        if info.environment_blend_mode != xr::EnvironmentBlendMode::OPAQUE {
            return Err(xr::Result::ERROR_ENVIRONMENT_BLEND_MODE_UNSUPPORTED);
        }
        if info.layer_count > MAX_LAYERS {
            return Err(xr::Result::ERROR_LAYER_LIMIT_EXCEEDED);
        }
        // SAFETY: the application gives this number of pointers.
        for &layer in unsafe { list(info.layers, info.layer_count) }? {
            check_layer(core, session, layer)?;
        }
        crate::capture::capture(core, session, info);
        session.frames.ended();
        let states = session.machine.frame_ended();
        core.queue(session, states);
        core.exit_at_end(session);
        Ok(())
    })
}
