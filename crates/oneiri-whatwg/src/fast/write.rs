//! Writes a URL in one pass over the text.

use alloc::string::String;
use core::ops::Range;

use oneiri::Masks;

use super::SPARE;
use super::authority::{self, Authority, Host};
use super::escape::{self, FRAGMENT, PATH, QUERY, USERINFO};
#[cfg(feature = "idna")]
use super::idn;
use super::rest::{Rest, bits, candidates, dots_at, first_segment};
use crate::host;
use crate::parser::scheme;
use crate::url::value::{Offsets, Url};

/// Parses a text that has a scheme. `None` if that takes the state machine.
#[inline(never)]
pub(crate) fn parse(text: &str) -> Option<Url> {
    let Some(scheme) = authority::scheme(text) else { return super::normal(text) };
    let masks = oneiri::masks(text.as_bytes(), 0);
    match Authority::new(text, scheme, &masks) {
        Some(authority) => behind_authority(text, authority, &masks),
        None => super::normal(text),
    }
}

/// Parses a text relative to a base. `None` if that takes the state machine.
pub(crate) fn join(text: &str, base: &Url) -> Option<Url> {
    let masks = oneiri::masks(text.as_bytes(), 0);
    let delimiters = masks.slash | masks.question | masks.hash;
    // A scheme ends at a colon before the first delimiter.
    let may_have_scheme = delimiters.trailing_zeros() >= masks.colon_or_at.trailing_zeros();
    if (may_have_scheme && scheme(text).is_some()) || !base.is_special() || base.is_file() {
        return parse(text);
    }
    if text.starts_with("//") {
        let authority = Authority::behind(text, 2, base.scheme(), &masks)?;
        behind_authority(text, authority, &masks)
    } else {
        relative(text, base, &masks)
    }
}

/// Relative state and relative slash state, if the base is special and no file. `None` if that takes the
/// state machine.
fn relative(text: &str, base: &Url, masks: &Masks) -> Option<Url> {
    let bytes = text.as_bytes();
    let Offsets { path_start, query_start, fragment_start, .. } = base.offsets;
    let (stays, is_path) = match bytes {
        // A backslash is a slash, and a space at the start is removed.
        [b'/', b'\\', ..] | [b'\\' | ..=b' ', ..] => return None,
        [b'/', ..] => (path_start, true),
        [b'?', ..] => (query_start, false),
        [b'#', ..] | [] => (fragment_start, false),
        // The path of the base shortened.
        _ => (path_start + base.pathname().rfind('/')?, true),
    };
    if bytes.last().is_some_and(|byte| *byte <= b' ') {
        return None;
    }
    let rest = Rest::new(bytes, 0, masks)?;
    let mut href = String::with_capacity(stays + text.len() + rest.room());
    href.push_str(&base.href[..stays]);
    let mut url = Url { href, offsets: base.offsets };
    let at = if is_path { path(&mut url, text, 0, 0, &rest, masks) } else { 0 };
    behind_path(&mut url, text, at, &rest);
    // A fragment alone leaves the query, and so does an empty text.
    if stays == fragment_start {
        url.offsets.query_start = query_start;
    }
    Some(url)
}

/// What is passed by value here stays in registers.
#[inline(always)]
fn behind_authority(text: &str, authority: Authority<'_>, masks: &Masks) -> Option<Url> {
    let bytes = text.as_bytes();
    let Authority { scheme, start, host_end, end, is_normal, .. } = authority;
    // Spaces and controls are removed.
    let ends = bytes.last().is_some_and(|byte| *byte > b' ');
    let rest = Rest::new(bytes, end, masks).filter(|_| ends)?;
    // What becomes the first segment may be a drive letter.
    if scheme == "file" && rest.dots && text[end..].contains([':', '|']) {
        return None;
    }
    // A relative text begins with a slash: `//host/path`.
    let is_whole = bytes.get(end) == Some(&b'/') && bytes[0] != b'/';
    if is_normal && is_whole && rest.growth == 0 && !rest.dots {
        let offsets = Offsets {
            scheme_end: start - 3,
            username_end: start,
            host_start: start,
            host_end,
            path_start: end,
            query_start: rest.query,
            fragment_start: rest.fragment,
        };
        let mut href = String::with_capacity(bytes.len() + SPARE);
        href.push_str(text);
        return Some(Url { href, offsets });
    }
    // Copies, so that the references below do not keep the values above out of registers: 5 of 35 ns for `web`.
    let (authority, rest) = (authority, rest);
    written(text, &authority, &rest, masks)
}

/// Writes a text that changes.
#[inline(never)]
fn written(text: &str, authority: &Authority<'_>, rest: &Rest, masks: &Masks) -> Option<Url> {
    let Authority { scheme, start, end, .. } = *authority;
    let room = scheme.len() + text.len() + 2 * (authority.host_start - start) + rest.room();
    let href = String::with_capacity(room);
    // How much of the text is written, or stays as it is up to the end of the authority.
    let mut at = 0;
    let offsets = Offsets {
        scheme_end: scheme.len(),
        username_end: start,
        host_start: start,
        host_end: authority.host_end,
        path_start: end,
        ..Offsets::default()
    };
    let mut url = Url { href, offsets };
    if !authority.is_normal || text.starts_with('/') {
        push_authority(&mut url, text, authority)?;
        at = end;
        if rest.growth == 0 && !rest.dots && text[end..].starts_with('/') {
            let Url { href, offsets } = &mut url;
            offsets.query_start = offsets.path_start + rest.query - end;
            offsets.fragment_start = offsets.path_start + rest.fragment - end;
            href.push_str(&text[end..]);
            return Some(url);
        }
    }
    let at = path(&mut url, text, at, end, rest, masks);
    behind_path(&mut url, text, at, rest);
    Some(url)
}

/// Appends scheme and authority. `None` if the host is invalid.
fn push_authority(url: &mut Url, text: &str, authority: &Authority<'_>) -> Option<()> {
    let Url { href, offsets } = url;
    let Authority { scheme, start, host, host_start, host_end, port, .. } = *authority;
    if text.starts_with('/') {
        href.push_str(scheme);
        href.push_str("://");
    } else {
        href.push_str(&text[..start]);
        href.make_ascii_lowercase();
    }
    offsets.username_end = href.len();
    if host_start > start {
        // Username and password, each percent-encoded.
        let credentials = &text[start..host_start - 1];
        let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        escape::push(href, username.as_bytes(), &USERINFO);
        offsets.username_end = href.len();
        if !password.is_empty() {
            href.push(':');
            escape::push(href, password.as_bytes(), &USERINFO);
        }
        if !credentials.is_empty() && credentials != ":" {
            href.push('@');
        }
    }
    offsets.host_start = href.len();
    let text = &text[host_start..host_end];
    match host {
        Host::Normal => href.push_str(text),
        Host::Ascii => {
            href.push_str(text);
            href[offsets.host_start..].make_ascii_lowercase();
        }
        Host::Ipv4(address) => host::ipv4::serialize(href, address),
        #[cfg(feature = "idna")]
        Host::Other if idn::push(href, text) => {}
        Host::Other if super::is_left(text) => return None,
        Host::Ipv6 | Host::Other => host::parse(href, text, false, &mut ()).ok()?,
    }
    offsets.host_end = href.len();
    if !port.is_empty() {
        href.push(':');
        href.push_str(port);
    }
    offsets.path_start = href.len();
    Some(())
}

/// Appends a path (path start state and path state), after a path that is already written up to a slash
/// that it does not end with. `text` has been written up to `at`; it stays as it is from there to `from`,
/// where the path begins. Returns up to where it is written now: the rest of the path stays as it is but for
/// percent-encoding.
fn path(url: &mut Url, text: &str, at: usize, from: usize, rest: &Rest, masks: &Masks) -> usize {
    let (bytes, out) = (text.as_bytes(), &mut url.href);
    let (start, slash) = (url.offsets.path_start, bytes.get(from) == Some(&b'/'));
    if slash && !rest.dots {
        return at;
    }
    out.push_str(&text[at..from]);
    out.push('/');
    let mut at = from + usize::from(slash);
    if !rest.dots {
        return at;
    }
    let (mut block, mut within, mut starts) = (0, !0 << from, first_segment(bytes, from));
    let mut masks = *masks;
    while block < rest.query {
        for segment in bits(candidates(&masks, within, starts)).map(|bit| block + bit) {
            let (dots, length) = dots_at(bytes, segment);
            if dots == 0 || segment < at || segment >= rest.query {
                continue;
            }
            push(out, text, at..segment, rest);
            if dots == 2 {
                shorten(out, start);
            }
            // After the slash of the segment, if there is one.
            at = (segment + length + 1).min(rest.query);
        }
        block += 64;
        if block < rest.query {
            masks = oneiri::masks(bytes, block);
            (within, starts) = (!0, u64::from(bytes[block - 1] == b'/'));
        }
    }
    at
}

/// Removes the last segment of a path that begins at `start` and ends with a slash, which stays.
fn shorten(out: &mut String, start: usize) {
    let path = &out.as_bytes()[start..];
    let slash = path[..path.len() - 1].iter().rposition(|byte| *byte == b'/');
    out.truncate(start + slash.unwrap_or_default() + 1);
}

/// Appends what is left of the path, query and fragment (path state, query state and fragment state).
fn behind_path(url: &mut Url, text: &str, at: usize, rest: &Rest) {
    let Url { href, offsets } = url;
    let mut at = push_up_to(href, text, at, rest.first);
    let components = [
        (rest.query, &PATH, &mut offsets.query_start),
        (rest.fragment, &QUERY, &mut offsets.fragment_start),
        (text.len(), &FRAGMENT, &mut 0),
    ];
    for (end, spelling, offset) in components {
        let last = rest.last.min(end);
        if at < last {
            escape::push(href, &text.as_bytes()[at..last], spelling);
            at = last;
        }
        // What lies between is written already, or stays as it is.
        *offset = href.len() + end - at;
    }
    push_up_to(href, text, at, text.len());
}

/// Appends a part of the path.
fn push(out: &mut String, text: &str, range: Range<usize>, rest: &Rest) {
    let at = push_up_to(out, text, range.start, rest.first.min(range.end));
    let last = rest.last.min(range.end).max(at);
    escape::push(out, &text.as_bytes()[at..last], &PATH);
    push_up_to(out, text, last, range.end);
}

/// Appends what stays as it is, and returns where it ends. Nothing if that lies after.
fn push_up_to(out: &mut String, text: &str, at: usize, end: usize) -> usize {
    out.push_str(&text[at..end.max(at)]);
    end.max(at)
}
