//! The tests of oneiri-policy.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod attacks;
mod bypasses;
mod cases;
#[allow(dead_code, unreachable_pub, reason = "`fuzz/` reads the module, too")]
mod denied;
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
mod switches;
mod warnings;
mod ways_around;
