//! The tests of oneiri-policy.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod attacks;
mod bypasses;
mod cases;
#[allow(dead_code, unreachable_pub, reason = "`fuzz/` reads the module, too")]
mod denied;
mod elsewhere;
mod families;
mod guide;
#[allow(dead_code, unreachable_pub, reason = "`fuzz/` reads the module, too")]
mod laws;
mod lookalikes;
mod names;
#[allow(dead_code, unreachable_pub, reason = "`fuzz/` reads the module, too")]
mod random;
mod reasons;
mod rules;
#[allow(dead_code, unreachable_pub, reason = "`fuzz/` reads the module, too")]
mod servers;
mod warnings;
mod ways_around;

/// On how many of `all` values a law is tried: a quarter of them, so that `cargo test` is quick, or as many more as the
/// variable `ONEIRI_CASES` has of 20,000. `.ci/deep laws` sets it to 20,000, for all of them.
pub(crate) fn cases(all: u32) -> u32 {
    let share = std::env::var("ONEIRI_CASES").map_or(0, |number| number.parse().unwrap()).max(5_000);
    u32::try_from(u64::from(all) * share / 20_000).unwrap()
}
