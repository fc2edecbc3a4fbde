//! Shorter ways for the texts that most URLs are. They are optimizations and no part of the Standard.
//!
//! Laws hold each of them to the state machine of [`crate::parser`]: what it answers, the state machine
//! answers, too. What it does not answer is left to the state machine.
//!
//! The masks of the engine's scanners say where the delimiters are, and which bytes need a closer look. So
//! a text that stays as it is, is recognized without a loop over its bytes, and copied whole.

mod authority;
mod escape;
#[cfg(feature = "idna")]
mod idn;
mod normal;
mod opaque;
mod rest;
mod write;

pub(crate) use authority::is_normal_domain;
pub(crate) use normal::is_normal_path;
pub(crate) use write::join;

use alloc::string::String;

use authority::{Authority, Host};

use crate::{Url, host};

/// How many bytes a text has room for beyond its own, so that a short query or fragment can be set without
/// new memory.
pub(crate) const SPARE: usize = 16;

/// The URL of a text, unless finding out takes the state machine.
#[inline(always)]
pub(crate) fn parse(text: &str) -> Option<Url> {
    if let Some(url) = write::special(text) { Some(url) } else { normal(text) }
}

#[inline(never)]
fn normal(text: &str) -> Option<Url> {
    let offsets = opaque::offsets(text).or_else(|| normal::offsets(text))?;
    let mut href = String::with_capacity(text.len() + SPARE);
    href.push_str(text);
    Some(Url { href, offsets })
}

/// Whether a text surely is a URL. Behind an authority nothing can fail.
pub(crate) fn is_url(text: &str) -> bool {
    let masks = oneiri::masks(text.as_bytes(), 0);
    match Authority::new(text, &masks) {
        #[cfg(feature = "idna")]
        Some(Authority { host: Host::Other(host), .. }) if idn::is_plain(host) => true,
        Some(Authority { host: Host::Other(host), .. }) => {
            host::parse(&mut String::new(), host, false, &mut ()).is_ok()
        }
        Some(_) => true,
        None => opaque::is_url(text) || normal::offsets(text).is_some(),
    }
}
