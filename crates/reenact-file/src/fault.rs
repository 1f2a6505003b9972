//! SIGBUS handler that keeps a process alive when a mapped file is truncated.
//!
//! The kernel sends SIGBUS for an access to a mapped page that is past the end of its file, or that the disk cannot deliver. The
//! default action ends the process without a message. This handler replaces the rest of the mapping with zeros, sets the
//! mapping's [`Flag`] and returns, so the access is repeated and succeeds. Users of the bytes check the flag before they use a
//! result. `libwayland` protects itself against its clients in the same way.
//!
//! Faults at other addresses are passed to the previously installed handler, such as Rust's own or that of Python's
//! `faulthandler`.

use std::mem::{MaybeUninit, transmute};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use libc::{c_int, c_void, sigaction, siginfo_t};

/// Whether part of a mapping could not be read.
pub(crate) type Flag = AtomicBool;

/// Registration of a mapping with the handler. Ends before the mapping does.
#[derive(Debug)]
pub(crate) struct Watched {
    slot: &'static Slot,
    flag: Arc<Flag>,
}

impl Watched {
    /// Registers the bytes of a mapping, which starts at the start of a page.
    pub(crate) fn new(mapping: &[u8]) -> Self {
        install();
        let flag = Arc::new(Flag::new(false));
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let slot = free.unwrap_or_else(Slot::leaked);
        slot.set(mapping.as_ptr().addr(), mapping.len(), Arc::as_ptr(&flag).cast_mut());
        Self { slot, flag }
    }

    /// Set when part of the mapping could not be read. Outlives it.
    pub(crate) const fn flag(&self) -> &Arc<Flag> {
        &self.flag
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.slot.set(0, 0, ptr::null_mut());
        FREE.lock().unwrap_or_else(PoisonError::into_inner).push(self.slot);
    }
}

/// A mapping as the signal handler sees it. The handler may not lock or allocate, so slots are reused and
/// never freed: there are as many as there were simultaneous mappings.
#[derive(Debug)]
struct Slot {
    /// Odd while the fields below are changed.
    version: AtomicUsize,
    start: AtomicUsize,
    len: AtomicUsize,
    flag: AtomicPtr<Flag>,
    next: AtomicPtr<Slot>,
}

/// All slots, in a list that only grows.
static SLOTS: AtomicPtr<Slot> = AtomicPtr::new(ptr::null_mut());
/// Unused slots.
static FREE: Mutex<Vec<&'static Slot>> = Mutex::new(Vec::new());
/// Number of mappings that lost data.
static LOST: AtomicUsize = AtomicUsize::new(0);
static PAGE_BYTES: AtomicUsize = AtomicUsize::new(4096);
/// Signal action for SIGBUS before this handler was installed.
static PREVIOUS: OnceLock<sigaction> = OnceLock::new();

impl Slot {
    fn leaked() -> &'static Self {
        let slot: &'static Self = Box::leak(Box::new(Self {
            version: AtomicUsize::new(0),
            start: AtomicUsize::new(0),
            len: AtomicUsize::new(0),
            flag: AtomicPtr::new(ptr::null_mut()),
            next: AtomicPtr::new(ptr::null_mut()),
        }));
        let link = |head| {
            slot.next.store(head, Ordering::Relaxed);
            Some(ptr::from_ref(slot).cast_mut())
        };
        _ = SLOTS.fetch_update(Ordering::AcqRel, Ordering::Acquire, link);
        slot
    }

    /// May only be called by the owner of the slot, which took it from the free list.
    fn set(&self, start: usize, len: usize, flag: *mut Flag) {
        self.version.fetch_add(1, Ordering::AcqRel);
        fence(Ordering::Release);
        self.start.store(start, Ordering::Relaxed);
        self.len.store(len, Ordering::Relaxed);
        self.flag.store(flag, Ordering::Relaxed);
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Start, length and flag of its mapping; `None` if unused. A slot that is being changed cannot belong to
    /// a mapping that a thread is reading, so it counts as unused.
    fn get(&self) -> Option<(usize, usize, *mut Flag)> {
        let version = self.version.load(Ordering::Acquire);
        let start = self.start.load(Ordering::Relaxed);
        let len = self.len.load(Ordering::Relaxed);
        let flag = self.flag.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let is_whole = version.is_multiple_of(2) && self.version.load(Ordering::Relaxed) == version;
        (is_whole && !flag.is_null()).then_some((start, len, flag))
    }
}

/// Number of mappings that lost data.
pub(crate) fn lost_mappings() -> usize {
    LOST.load(Ordering::SeqCst)
}

/// Installs the handler, once for the process.
#[expect(unsafe_code, reason = "a fault in a mapping is a signal")]
fn install() {
    PREVIOUS.get_or_init(|| {
        let mut previous = MaybeUninit::<sigaction>::zeroed();
        // SAFETY: system calls with valid arguments. An all-zero `sigaction` is valid, with no flags and an empty mask.
        unsafe {
            if let Ok(bytes) = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)) {
                PAGE_BYTES.store(bytes, Ordering::Relaxed);
            }
            libc::sigaction(libc::SIGBUS, ptr::null(), previous.as_mut_ptr());
            let mut ours = MaybeUninit::<sigaction>::zeroed().assume_init();
            // On the alternate stack, because Rust's own handler, to which signals are passed, reports stack overflows.
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            ours.sa_sigaction = ptr_of(handle);
            libc::sigaction(libc::SIGBUS, &raw const ours, ptr::null_mut());
            previous.assume_init()
        }
    });
}

type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

/// Handler as libc expects it.
#[expect(clippy::as_conversions, reason = "there is no other way from a function to a number")]
fn ptr_of(handler: Handler) -> usize {
    handler as usize
}

/// Signal handler: uses only atomics and system calls.
#[expect(unsafe_code, reason = "a signal handler gets pointers")]
extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes a valid `info` to a handler with SA_SIGINFO; SIGBUS has an address.
    let (address, is_fault) = unsafe { ((*info).si_addr().addr(), (*info).si_code > 0) };
    if is_fault && replace(address) {
        return;
    }
    let default = |repeat: bool| {
        // SAFETY: as in `install`. With the default action, the access that is repeated on return ends the process.
        unsafe {
            let mut action = MaybeUninit::<sigaction>::zeroed().assume_init();
            action.sa_sigaction = libc::SIG_DFL;
            libc::sigaction(signal, &raw const action, ptr::null_mut());
            if repeat {
                libc::raise(signal);
            }
        }
    };
    let Some(previous) = PREVIOUS.get() else { return default(!is_fault) };
    match previous.sa_sigaction {
        libc::SIG_IGN if !is_fault => {}
        libc::SIG_DFL | libc::SIG_IGN => default(!is_fault),
        // SAFETY: a handler installed with SA_SIGINFO takes three arguments, any other takes one.
        other if previous.sa_flags & libc::SA_SIGINFO != 0 => unsafe {
            transmute::<usize, Handler>(other)(signal, info, context);
        },
        // SAFETY: as above.
        other => unsafe { transmute::<usize, extern "C" fn(c_int)>(other)(signal) },
    }
}

/// Replaces a registered mapping by zeros from the page of this address to its end. Returns whether there was
/// one.
#[expect(unsafe_code, reason = "memory is mapped over a mapping")]
fn replace(address: usize) -> bool {
    let mut next = SLOTS.load(Ordering::Acquire);
    // SAFETY: slots are never freed.
    while let Some(slot) = unsafe { next.as_ref() } {
        next = slot.next.load(Ordering::Relaxed);
        let Some((start, len, flag)) = slot.get() else { continue };
        if address.checked_sub(start).is_none_or(|offset| offset >= len) {
            continue;
        }
        let from = address - address % PAGE_BYTES.load(Ordering::Relaxed);
        let (rest, kind) =
            (start + len - from, libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_FIXED);
        let at = ptr::without_provenance_mut(from);
        // SAFETY: the faulting thread is reading this mapping, so it is not unmapped, its slot is not changed and its flag is
        // alive. `from..from + rest` are whole pages of it; `mmap` rounds the last one up, as it did for the mapping.
        return unsafe {
            // Sets the flag first, so that no thread can see a zero before the flag.
            if !(*flag).swap(true, Ordering::SeqCst) {
                LOST.fetch_add(1, Ordering::SeqCst);
            }
            let errno = errno();
            let saved = *errno;
            let is_replaced =
                libc::mmap(at, rest, libc::PROT_READ, kind, -1, 0) != libc::MAP_FAILED;
            *errno = saved;
            is_replaced
        };
    }
    false
}

/// Address of `errno`, which the handler saves and restores.
#[expect(unsafe_code, reason = "a call of libc")]
fn errno() -> *mut c_int {
    // SAFETY: no preconditions.
    unsafe {
        #[cfg(any(target_os = "linux", target_os = "emscripten", target_os = "fuchsia"))]
        return libc::__errno_location();
        #[cfg(any(target_os = "android", target_os = "netbsd", target_os = "openbsd"))]
        return libc::__errno();
        #[cfg(any(target_vendor = "apple", target_os = "freebsd"))]
        return libc::__error();
    }
}
