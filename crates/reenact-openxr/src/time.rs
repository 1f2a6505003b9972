//! The system's monotonic clock, and `XR_KHR_convert_timespec_time`.

use openxr_sys as xr;

use crate::abi::given;
use crate::state::{call, checked_time};

const NANOS: i64 = 1_000_000_000;

/// Nanoseconds of the system's monotonic clock.
#[cfg(unix)]
pub(crate) fn real_nanos() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on every Unix, and `time` is there to be written.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec.saturating_mul(NANOS).saturating_add(time.tv_nsec)
}

/// Nanoseconds since the first call, and a second: 0 is not a valid time.
#[cfg(not(unix))]
pub(crate) fn real_nanos() -> i64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    let nanos = START.get_or_init(Instant::now).elapsed().as_nanos();
    i64::try_from(nanos).unwrap_or(i64::MAX).saturating_add(NANOS)
}

#[cfg(unix)]
pub(crate) extern "system" fn convert_timespec_to_time(
    instance: xr::Instance,
    timespec: Option<&libc::timespec>,
    time: Option<&mut xr::Time>,
) -> xr::Result {
    call(|state| {
        let core = &state.instance(instance)?.core;
        let (timespec, time) = (given(timespec)?, given(time)?);
        if timespec.tv_sec < 0 || !(0..NANOS).contains(&timespec.tv_nsec) {
            return Err(xr::Result::ERROR_VALIDATION_FAILURE);
        }
        let nanos = timespec.tv_sec.saturating_mul(NANOS).saturating_add(timespec.tv_nsec);
        let nanos = nanos.saturating_add(core.time_offset_nanos);
        *time = xr::Time::from_nanos(nanos);
        checked_time(*time).map(drop)
    })
}

#[cfg(unix)]
pub(crate) extern "system" fn convert_time_to_timespec(
    instance: xr::Instance,
    time: xr::Time,
    timespec: Option<&mut libc::timespec>,
) -> xr::Result {
    call(|state| {
        let core = &state.instance(instance)?.core;
        let timespec = given(timespec)?;
        let nanos = checked_time(time)?.saturating_sub(core.time_offset_nanos);
        if nanos < 0 {
            return Err(xr::Result::ERROR_TIME_INVALID);
        }
        *timespec = libc::timespec { tv_sec: nanos / NANOS, tv_nsec: nanos % NANOS };
        Ok(())
    })
}
