//! Ctrl-C, and the signals that end a process.

/// Calls `handler` once, on a thread of its own, when the process receives Ctrl-C or another signal
/// that asks it to end. A signal that is ignored when the process starts stays ignored: under
/// `nohup` a process outlives its terminal.
#[cfg(target_os = "linux")]
pub(super) fn when_interrupted(handler: impl FnOnce() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Some(ignored) = ignored() else { return };
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let heard = all.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else { return };
    // Without a thread the signals have no effect, and the process can still be killed.
    let _ = std::thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            handler();
        }
    });
}

/// The ignored signals of this process: bit 0 stands for signal 1. `None` if the system does not
/// tell, as in a container without `/proc`.
#[cfg(target_os = "linux")]
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(digits.trim(), 16).ok()
}

/// Calls `handler` once, on a thread of its own, when the process receives Ctrl-C or another signal
/// that asks it to end. If one of these signals is ignored when the process starts, no signal is
/// handled, because ignored signals must stay ignored: under `nohup` a process outlives its
/// terminal.
#[cfg(not(target_os = "linux"))]
pub(super) fn when_interrupted(handler: impl FnMut() + Send + 'static) {
    // An error means that a signal is ignored, or that the system has no handlers.
    let _ = ctrlc::try_set_handler(handler);
}
