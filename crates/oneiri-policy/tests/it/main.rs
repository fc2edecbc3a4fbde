//! The tests of oneiri-policy.

mod attacks;
mod rules;
