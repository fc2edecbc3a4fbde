//! `authority = [ userinfo "@" ] host [ ":" port ]` (RFC 3986 section 3.2).

use core::ops::Range;

use super::input::Input;
use super::ip;
use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::mask;
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::scan::{run, run_plain};

/// Finds the host of the authority that begins at `start`, after its two slashes. Returns the range of
/// the host and the end of the authority.
pub(crate) const fn parse(input: &Input<'_>, start: usize) -> Result<(Range<usize>, usize), Error> {
    let text_set = Repertoire::of(input.grammar.unicode);
    // Most authorities are a host alone: the run then ends where the authority does.
    let mut host_start = start;
    let mut host_end = run(input.bytes, start, mask::REG_NAME, text_set);
    if !input.ends_authority(host_end) {
        let user_end = run(input.bytes, host_end, mask::USERINFO, text_set);
        if input.is(user_end, b'@') {
            host_start = user_end + 1;
            host_end = run(input.bytes, host_start, mask::REG_NAME, text_set);
        } else if has_at_sign(input, user_end) {
            return Err(input.stopped(user_end, Component::Userinfo));
        }
    }
    if input.is(host_start, b'[') {
        host_end = match ip::literal(input, host_start) {
            Ok(end) => end,
            Err(error) => return Err(error),
        };
    }
    match port(input, host_end) {
        Ok(end) => Ok((host_start..host_end, end)),
        Err(error) => Err(error),
    }
}

/// Whether an `@` is between `from` and the end of the authority.
const fn has_at_sign(input: &Input<'_>, from: usize) -> bool {
    let mut at = from;
    while !input.ends_authority(at) {
        if input.bytes[at] == b'@' {
            return true;
        }
        at += 1;
    }
    false
}

/// Reads `[ ":" port ]`, where `port = *DIGIT`, and returns the end of the authority.
const fn port(input: &Input<'_>, host_end: usize) -> Result<usize, Error> {
    if input.ends_authority(host_end) {
        return Ok(host_end);
    }
    if !input.is(host_end, b':') {
        return Err(input.stopped(host_end, Component::Host));
    }
    let end = run_plain(input.bytes, host_end + 1, mask::DIGIT);
    if !input.ends_authority(end) {
        return Err(input.fault(end, ErrorKind::Port, Component::Port));
    }
    Ok(end)
}
