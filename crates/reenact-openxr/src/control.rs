//! Commands from the control socket, applied to the session.

use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use reenact_xr::{Answer, PlaybackCommand};
use serde_json::{Value, json};

use crate::state::{Core, Instance, Session, lock};

/// Interval at which a command that waits looks again.
const PATIENCE: Duration = Duration::from_millis(2);

/// Answers commands for the instance there is.
pub(crate) fn answers() -> Arc<Answer> {
    Arc::new(|line, is_stopped| {
        let command = wait_for(is_stopped, |core, session| {
            let session = session?;
            Some(execute(core, session, line))
        })??;
        if !matches!(command, PlaybackCommand::Until(_)) {
            return wait_for(is_stopped, |core, session| Some(status(core, session)));
        }
        wait_for(is_stopped, |core, session| {
            let Some(session) = session else {
                return Some(Err("the session ended before".to_owned()));
            };
            let is_there = session.playhead.is_paused(core.now_nanos());
            is_there.then(|| Ok(status(core, Some(session))))
        })?
    })
}

/// Waits until there is an instance and it has an answer.
fn wait_for<T>(
    is_stopped: &dyn Fn() -> bool,
    mut find: impl FnMut(&mut Core, Option<&mut Session>) -> Option<T>,
) -> Result<T, String> {
    loop {
        if is_stopped() {
            return Err("the application has ended".to_owned());
        }
        if let Some(Instance { core, session, .. }) = &mut lock().get_or_insert_default().instance
            && let Some(found) = find(core, session.as_mut())
        {
            return Ok(found);
        }
        sleep(PATIENCE);
    }
}

fn execute(core: &mut Core, session: &mut Session, line: &str) -> Result<PlaybackCommand, String> {
    let command = PlaybackCommand::parse(line, core.headset.recording())?;
    let now = core.now_nanos();
    session.playhead.execute(&command, core.headset.clock(), now)?;
    match command {
        PlaybackCommand::Seek(time_secs) => {
            if let Some(pictures) = &mut core.pictures {
                pictures.jumped(time_secs);
            }
        }
        PlaybackCommand::Exit => {
            let states = session.machine.request_exit();
            let states = states.map_err(|_| "the session is not running".to_owned())?;
            core.queue(session, states);
        }
        _ => {}
    }
    Ok(command)
}

/// State of playback, as commands answer it.
fn status(core: &Core, session: Option<&mut Session>) -> Value {
    let Some(session) = session else { return json!({ "state": "none" }) };
    let now = core.now_nanos();
    let position = core.headset.position(session.elapsed_nanos(now));
    json!({
        "time_secs": crate::log::number(position.time_secs),
        "paused": session.playhead.is_paused(now),
        "over": position.is_over,
        "frame": session.frame_count,
        "state": session.machine.state().name(),
    })
}
