//! Global state: the instance, its session, and the objects behind handles.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact::hand::Side;
use reenact_xr::{
    Attached, ControlServer, Devices, End, Error, FrameLoop, Headset, Input, Pacing, Playhead,
    SessionMachine, SessionState, Space,
};

use crate::abi::Outcome;
use crate::capture::Pictures;
use crate::log::Log;
use crate::swapchain::Swapchain;
use crate::vulkan::{Graphics, Vulkan};

/// All that lives from one call to the next.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) instance: Option<Instance>,
    /// Handles are never used twice, so that a stale one is found.
    last_handle: u64,
}

pub(crate) struct Instance {
    pub(crate) core: Core,
    pub(crate) session: Option<Session>,
    /// Must not be dropped while the state is locked: its threads may wait for the lock.
    pub(crate) control: Option<ControlServer>,
}

/// State of an instance apart from its session.
pub(crate) struct Core {
    pub(crate) handle: u64,
    /// Names of versions and extensions that the application asked for.
    pub(crate) offered: Vec<String>,
    pub(crate) headset: Headset,
    pub(crate) input: Input,
    pub(crate) log: Log,
    pub(crate) pacing: Pacing,
    /// The session's time minus the time of the system's clock.
    pub(crate) time_offset_nanos: i64,
    pub(crate) events: VecDeque<Event>,
    pub(crate) objects: HashMap<u64, Object>,
    pub(crate) vulkan: Vulkan,
    pub(crate) pictures: Option<Pictures>,
    /// Whether sessions start paused.
    pub(crate) is_paused: bool,
}

pub(crate) struct Session {
    pub(crate) handle: u64,
    pub(crate) machine: SessionMachine,
    pub(crate) frames: FrameLoop,
    pub(crate) attached: Option<Attached>,
    /// Controllers that a test drives.
    pub(crate) devices: Devices,
    pub(crate) playhead: Playhead,
    pub(crate) graphics: Option<Graphics>,
    /// Calls of `xrSyncActions` since the last frame.
    pub(crate) syncs_since_frame: u32,
    pub(crate) frame_count: u64,
}

/// Event for `xrPollEvent`.
pub(crate) enum Event {
    State { session: u64, state: SessionState, time_nanos: i64 },
    ProfileChanged { session: u64 },
}

pub(crate) enum Object {
    ActionSet,
    Action {
        set: u64,
    },
    Space(SpaceObject),
    Swapchain(Box<Swapchain>),
    HandTracker {
        side: Side,
        /// Whether the application wants hands that hold nothing, which all of a recording are.
        is_unobstructed: bool,
    },
}

pub(crate) enum SpaceObject {
    Reference(Space),
    /// A pose action in a place, or in any.
    Action {
        action: u64,
        place: Option<String>,
        offset: reenact::Pose,
    },
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// Notified when a frame begins or a session ends, for a thread that waits for a frame.
pub(crate) static FRAME_BEGUN: Condvar = Condvar::new();

/// Locks the state.
pub(crate) fn lock() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a call of the application. A bug that would unwind into C becomes an error.
pub(crate) fn call(body: impl FnOnce(&mut State) -> Outcome<()>) -> xr::Result {
    guarded(|| body(lock().get_or_insert_default()))
}

/// The same without the lock.
pub(crate) fn guarded(body: impl FnOnce() -> Outcome<()>) -> xr::Result {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => xr::Result::SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => xr::Result::ERROR_RUNTIME_FAILURE,
    }
}

impl State {
    pub(crate) const fn new_handle(&mut self) -> u64 {
        self.last_handle += 1;
        // Apart from numbers that a program has by chance.
        0x5e_5510_0000_0000 + self.last_handle * 16
    }

    pub(crate) fn instance(&mut self, handle: xr::Instance) -> Outcome<&mut Instance> {
        let instance = self.instance.as_mut();
        instance
            .filter(|instance| instance.core.handle == handle.into_raw())
            .ok_or(xr::Result::ERROR_HANDLE_INVALID)
    }

    pub(crate) fn session(&mut self, handle: xr::Session) -> Outcome<(&mut Core, &mut Session)> {
        self.session_of(|session| session.handle == handle.into_raw())
    }

    /// The session, for calls whose handle is that of one of its children.
    pub(crate) fn any_session(&mut self) -> Outcome<(&mut Core, &mut Session)> {
        self.session_of(|_| true)
    }

    fn session_of(
        &mut self,
        is_it: impl Fn(&Session) -> bool,
    ) -> Outcome<(&mut Core, &mut Session)> {
        let instance = self.instance.as_mut().ok_or(xr::Result::ERROR_HANDLE_INVALID)?;
        let session = instance.session.as_mut().filter(|session| is_it(session));
        Ok((&mut instance.core, session.ok_or(xr::Result::ERROR_HANDLE_INVALID)?))
    }

    pub(crate) fn core(&mut self) -> Outcome<&mut Core> {
        let instance = self.instance.as_mut().ok_or(xr::Result::ERROR_HANDLE_INVALID)?;
        Ok(&mut instance.core)
    }
}

impl Core {
    pub(crate) fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered == name)
    }

    pub(crate) fn object(&mut self, handle: u64) -> Outcome<&mut Object> {
        self.objects.get_mut(&handle).ok_or(xr::Result::ERROR_HANDLE_INVALID)
    }

    pub(crate) fn swapchain(&mut self, handle: xr::Swapchain) -> Outcome<&mut Swapchain> {
        match self.object(handle.into_raw())? {
            Object::Swapchain(swapchain) => Ok(swapchain),
            _ => Err(xr::Result::ERROR_HANDLE_INVALID),
        }
    }

    /// A space as it is now: an action's is that of the input to which the action is bound, while it is active.
    pub(crate) fn space(&self, handle: xr::Space, session: &Session) -> Outcome<Space> {
        use reenact_xr::Origin;
        match self.objects.get(&handle.into_raw()) {
            Some(Object::Space(SpaceObject::Reference(space))) => Ok(*space),
            Some(Object::Space(SpaceObject::Action { action, place, offset })) => {
                let followed = session.attached.as_ref().and_then(|attached| {
                    let place = place.as_deref();
                    let followed = attached.followed(*action, place);
                    followed.filter(|_| attached.is_active(*action, place))
                });
                let Space { origin, offset: base } =
                    followed.unwrap_or(Space::new(Origin::Nothing));
                Ok(Space { origin, offset: base.transform(offset) })
            }
            _ => Err(xr::Result::ERROR_HANDLE_INVALID),
        }
    }

    pub(crate) fn now_nanos(&self) -> i64 {
        self.pacing.now_nanos(crate::time::real_nanos())
    }

    /// Queues state changes as events.
    pub(crate) fn queue(&mut self, session: &Session, states: Vec<SessionState>) {
        let time_nanos = self.now_nanos();
        let time_secs = self.headset.position(session.elapsed_nanos(time_nanos)).time_secs;
        for state in states {
            self.events.push_back(Event::State { session: session.handle, state, time_nanos });
            let rest = serde_json::json!({ "state": state.name() });
            self.log.write("session", time_secs, &rest);
        }
    }

    /// Asks the application to exit if the recording is over and should have that effect.
    pub(crate) fn exit_at_end(&mut self, session: &mut Session) {
        let now = self.now_nanos();
        let is_over = self.headset.position(session.elapsed_nanos(now)).is_over;
        if is_over
            && self.headset.clock().end == End::Exit
            && let Ok(states) = session.machine.request_exit()
        {
            self.queue(session, states);
        }
    }
}

impl Session {
    /// Playback time at a time of the session, in nanoseconds; 0 before it started.
    pub(crate) fn elapsed_nanos(&self, time_nanos: i64) -> i64 {
        self.playhead.elapsed_nanos(time_nanos)
    }
}

/// Validates a time given by the application.
pub(crate) fn checked_time(time: xr::Time) -> Outcome<i64> {
    Some(time.as_nanos()).filter(|nanos| *nanos > 0).ok_or(xr::Result::ERROR_TIME_INVALID)
}

/// The specification's number of an error.
pub(crate) fn code(error: Error) -> xr::Result {
    use xr::Result as R;
    match error {
        Error::ValidationFailure => R::ERROR_VALIDATION_FAILURE,
        Error::RuntimeFailure => R::ERROR_RUNTIME_FAILURE,
        Error::HandleInvalid => R::ERROR_HANDLE_INVALID,
        Error::LimitReached => R::ERROR_LIMIT_REACHED,
        Error::SessionRunning => R::ERROR_SESSION_RUNNING,
        Error::SessionNotRunning => R::ERROR_SESSION_NOT_RUNNING,
        Error::SessionNotReady => R::ERROR_SESSION_NOT_READY,
        Error::SessionNotStopping => R::ERROR_SESSION_NOT_STOPPING,
        Error::CallOrderInvalid => R::ERROR_CALL_ORDER_INVALID,
        Error::TimeInvalid => R::ERROR_TIME_INVALID,
        Error::PathInvalid => R::ERROR_PATH_INVALID,
        Error::PathCountExceeded => R::ERROR_PATH_COUNT_EXCEEDED,
        Error::PathFormatInvalid => R::ERROR_PATH_FORMAT_INVALID,
        Error::PathUnsupported => R::ERROR_PATH_UNSUPPORTED,
        Error::NameInvalid => R::ERROR_NAME_INVALID,
        Error::NameDuplicated => R::ERROR_NAME_DUPLICATED,
        Error::LocalizedNameInvalid => R::ERROR_LOCALIZED_NAME_INVALID,
        Error::LocalizedNameDuplicated => R::ERROR_LOCALIZED_NAME_DUPLICATED,
        Error::ActionTypeMismatch => R::ERROR_ACTION_TYPE_MISMATCH,
        Error::ActionsetNotAttached => R::ERROR_ACTIONSET_NOT_ATTACHED,
        Error::ActionsetsAlreadyAttached => R::ERROR_ACTIONSETS_ALREADY_ATTACHED,
    }
}
