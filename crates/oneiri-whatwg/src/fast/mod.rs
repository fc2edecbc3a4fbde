//! Shorter ways for the texts that most URLs are. They are optimizations and no part of the Standard.
//!
//! Laws hold each of them to the state machine of [`crate::parser`]: what it answers, the state machine
//! answers, too. What it does not answer is left to the state machine.

mod authority;
mod normal;
mod write;

pub(crate) use normal::{is_normal_domain, is_normal_path};

use alloc::string::String;

use crate::Url;

/// How many bytes a text has room for beyond its own, so that a short query or fragment can be set without
/// new memory.
const SPARE: usize = 16;

/// The URL of a text, unless finding out takes the state machine.
pub(crate) fn parse(text: &str) -> Option<Url> {
    let may_be_normal = text.as_bytes().first().is_some_and(u8::is_ascii_lowercase);
    match may_be_normal.then(|| normal::offsets(text)).flatten() {
        Some(offsets) => {
            let mut href = String::with_capacity(text.len() + SPARE);
            href.push_str(text);
            Some(Url { href, offsets })
        }
        None => write::url(text),
    }
}

/// The URL of a text relative to a base, unless finding out takes the state machine.
pub(crate) fn join(text: &str, base: &Url) -> Option<Url> {
    write::relative(text, base).or_else(|| parse(text))
}

/// Whether a text surely is a URL. Behind an authority nothing can fail.
pub(crate) fn is_url(text: &str) -> bool {
    authority::Authority::new(text).is_some()
}
