//! What the figures were measured on, and with which versions.

/// The lock file that this program was built with.
const LOCK: &str = include_str!("../../Cargo.lock");

/// The compiler that built this program.
pub const RUSTC: &str = env!("ONEIRI_BENCH_RUSTC");

/// The version of a crate in the lock file: the newest, which is the last, because other crates may need older ones.
pub fn version(name: &str) -> &'static str {
    let head = format!("name = \"{name}\"\nversion = \"");
    let version = LOCK.rsplit_once(&head).and_then(|(_, rest)| rest.split_once('"'));
    version.map_or("", |(version, _)| version)
}

/// The processor, as far as the system tells.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|rest| rest.trim_start_matches([' ', '\t', ':']));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), str::to_owned)
}

/// How busy the machine has been for a minute, as far as the system tells.
pub fn load() -> Option<f64> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    load.split_whitespace().next()?.parse().ok()
}
