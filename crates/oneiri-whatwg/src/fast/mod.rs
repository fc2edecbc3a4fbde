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

pub(crate) use write::{join, parse};

use alloc::string::String;

use authority::{Authority, Host};

use crate::host;
use crate::url::value::Url;

/// How many bytes a text has room for beyond its own, so that a short query or fragment can be set without
/// new memory.
pub(crate) const SPARE: usize = 16;

/// Parses a text that is in its normal form.
#[inline(never)]
fn normal(text: &str) -> Option<Url> {
    let offsets = opaque::offsets(text).or_else(|| normal::offsets(text))?;
    let mut href = String::with_capacity(text.len() + SPARE);
    href.push_str(text);
    Some(Url { href, offsets })
}

/// Whether a text surely is a URL. After an authority nothing can fail, so its first 64 bytes say nearly always.
#[inline(always)]
pub(crate) fn is_url(text: &str) -> bool {
    let Some(scheme) = authority::scheme(text) else { return opaque::is_url(text) };
    let masks = oneiri::masks(text.as_bytes(), 0);
    if authority::is_plain(text.as_bytes(), scheme.1, &masks) {
        return true;
    }
    match Authority::new(text, scheme, &masks) {
        Some(Authority { host: Host::Other, host_start, host_end, .. }) => is_domain(&text[host_start..host_end]),
        Some(_) => true,
        None => scheme.0 == "file" && text[scheme.1..].starts_with('/'),
    }
}

/// The start of a text, up to and with what ends the authority, if the scheme is special: the text is a URL if its start is one, because no
/// path, query or fragment can fail.
#[inline(never)]
pub(crate) fn start(text: &str) -> &str {
    let text = text.trim_start_matches(|c| c <= ' ');
    let Some((_, start)) = authority::scheme(text) else { return text };
    let ends = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#');
    let slashes =
        text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'/' | b'\\' | b'\t' | b'\n' | b'\r'));
    let host = start + slashes.count();
    let end = text.as_bytes()[host..].iter().position(ends);
    // With what ends it, because a space at the end of a text is removed.
    end.map_or(text, |end| &text[..=host + end])
}

/// The same out of line, so that [`is_url`] is compiled into its caller.
#[inline(never)]
pub(crate) fn is_absolute(text: &str) -> bool {
    is_url(text)
}

/// Whether a text surely is a URL relative to a base that is one: it has a path, a query or a fragment and nothing before it, and the base is
/// special.
pub(crate) fn is_relative(text: &str, base: &str) -> bool {
    let Some(_) = authority::scheme(base) else { return false };
    match text.as_bytes() {
        [b'?' | b'#' | b'.', ..] | [] | [b'/'] => true,
        [b'/', second, ..] => !matches!(second, b'/' | b'\\' | b'\t' | b'\n' | b'\r'),
        [..=b' ' | b'\\', ..] => false,
        bytes => {
            // A scheme ends at a colon before the first delimiter.
            let masks = oneiri::masks(bytes, 0);
            let ends = (masks.slash | masks.question | masks.hash).trailing_zeros();
            ends < masks.colon_or_at.trailing_zeros() || (bytes.len() < 64 && masks.colon_or_at == 0)
        }
    }
}

/// Whether a domain of more than plain ASCII is valid.
fn is_domain(domain: &str) -> bool {
    #[cfg(feature = "idna")]
    if idn::is_plain(domain) {
        return true;
    }
    !is_left(domain) && host::parse(&mut String::new(), domain, false, &mut ()).is_ok()
}

/// Whether a domain has bytes that are left to the parser: a tab, a newline or a backslash.
fn is_left(domain: &str) -> bool {
    domain.bytes().any(|byte| byte <= b' ' || byte == b'\\')
}
