//! Writes a URL in one pass over the text.

use alloc::string::String;
use core::ops::Range;

use oneiri::Masks;

use super::SPARE;
use super::authority::{Authority, Host};
use super::escape::{self, FRAGMENT, PATH, QUERY, Table, USERINFO};
#[cfg(feature = "idna")]
use super::idn;
use super::rest::{Rest, bits, candidates, dots_at, first_segment};
use crate::parser::scheme;
use crate::url::Offsets;
use crate::{Url, host};

/// Parses a text that begins with an [`Authority`]. `None` for every other text, and for one that has
/// spaces or controls around it.
#[inline(always)]
pub(super) fn special(text: &str) -> Option<Url> {
    let masks = oneiri::masks(text.as_bytes(), 0);
    behind_authority(text, Authority::new(text, &masks)?, &masks)
}

/// Parses a text relative to a base (relative state and relative slash state, if the base is special and
/// no file). `None` if that takes the state machine.
pub(crate) fn join(text: &str, base: &Url) -> Option<Url> {
    relative(text, base).or_else(|| super::parse(text))
}

fn relative(text: &str, base: &Url) -> Option<Url> {
    let bytes = text.as_bytes();
    let masks = oneiri::masks(bytes, 0);
    let delimiters = masks.slash | masks.question | masks.hash;
    // A scheme ends at a colon before the first delimiter.
    let may_have_scheme = delimiters.trailing_zeros() >= masks.colon_or_at.trailing_zeros();
    if (may_have_scheme && scheme(text).is_some()) || !base.is_special() || base.is_file() {
        return None;
    }
    let Offsets { path_start, query_start, fragment_start, .. } = base.offsets;
    let (stays, is_path) = match bytes {
        [b'/', b'/', ..] => {
            return behind_authority(
                text,
                Authority::behind(text, 2, base.scheme(), &masks)?,
                &masks,
            );
        }
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
    let rest = Rest::new(bytes, 0, &masks)?;
    let mut href = String::with_capacity(stays + text.len() + rest.growth + SPARE);
    href.push_str(&base.href[..stays]);
    let mut url = Url { href, offsets: base.offsets };
    if is_path {
        path(&mut url, text, 0, &rest, &masks);
    }
    query_and_fragment(&mut url, text, &rest);
    Some(url)
}

#[inline(always)]
fn behind_authority(text: &str, authority: Authority<'_>, masks: &Masks) -> Option<Url> {
    let bytes = text.as_bytes();
    let Authority { scheme, host_end, end, is_normal, .. } = authority;
    if bytes.last().is_some_and(|byte| *byte <= b' ') {
        return None;
    }
    let rest = Rest::new(bytes, end, masks)?;
    // What becomes the first segment may be a drive letter.
    if scheme == "file" && rest.dots && text[end..].contains([':', '|']) {
        return None;
    }
    // A relative text begins with a slash: `//host/path`.
    let is_whole = bytes.get(end) == Some(&b'/') && bytes[0] != b'/';
    if is_normal && is_whole && rest.growth == 0 && !rest.dots {
        let mut href = String::with_capacity(bytes.len() + SPARE);
        href.push_str(text);
        let host_start = scheme.len() + 3;
        let offsets = Offsets {
            scheme_end: scheme.len(),
            username_end: host_start,
            host_start,
            host_end,
            path_start: end,
            query_start: rest.query,
            fragment_start: rest.fragment,
        };
        return Some(Url { href, offsets });
    }
    written(text, authority, &rest, masks)
}

/// Writes a text that changes.
#[inline(never)]
fn written(text: &str, authority: Authority<'_>, rest: &Rest, masks: &Masks) -> Option<Url> {
    let Authority { scheme, credentials, host, port, end, is_normal, .. } = authority;
    let room = scheme.len() + text.len() + 2 * credentials.len() + rest.growth + SPARE;
    let mut href = String::with_capacity(room);
    href.push_str(scheme);
    href.push_str("://");
    let start = href.len();
    // Username and password, each percent-encoded.
    let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
    escape::push(&mut href, username.as_bytes(), USERINFO);
    let username_end = href.len();
    if !password.is_empty() {
        href.push(':');
        escape::push(&mut href, password.as_bytes(), USERINFO);
    }
    if href.len() > start {
        href.push('@');
    }
    let host_start = href.len();
    match host {
        Host::Ascii(host) => {
            href.push_str(host);
            if !is_normal {
                href[host_start..].make_ascii_lowercase();
            }
        }
        Host::Ipv4(address) => push_ipv4(&mut href, address),
        Host::Ipv6(address) => {
            href.push('[');
            host::ipv6::serialize(&mut href, address);
            href.push(']');
        }
        #[cfg(feature = "idna")]
        Host::Other(host) if idn::is_plain(host) => idn::push(&mut href, host),
        Host::Other(host) => host::parse(&mut href, host, false, &mut ()).ok()?,
    }
    let host_end = href.len();
    if !port.is_empty() {
        href.push(':');
        href.push_str(port);
    }
    let mut offsets = Offsets::all(href.len());
    offsets.scheme_end = scheme.len();
    offsets.username_end = username_end;
    offsets.host_start = host_start;
    offsets.host_end = host_end;
    let mut url = Url { href, offsets };
    path(&mut url, text, end, rest, masks);
    query_and_fragment(&mut url, text, rest);
    Some(url)
}

/// Appends the path that begins at `from` (path start state and path state), behind a path that is already
/// written up to a slash that it does not end with.
fn path(url: &mut Url, text: &str, from: usize, rest: &Rest, masks: &Masks) {
    let (bytes, out) = (text.as_bytes(), &mut url.href);
    let start = url.offsets.path_start;
    out.push('/');
    let mut at = from + usize::from(bytes.get(from) == Some(&b'/'));
    if rest.dots {
        let (mut block, mut within, mut starts) = (0, !0 << from, first_segment(bytes, from));
        let mut masks = *masks;
        while block < rest.query {
            for segment in bits(candidates(&masks, within, starts)).map(|bit| block + bit) {
                let (dots, length) = dots_at(bytes, segment);
                if dots == 0 || segment < at || segment >= rest.query {
                    continue;
                }
                push(out, text, at..segment, rest, PATH);
                if dots == 2 {
                    shorten(out, start);
                }
                // Behind the slash of the segment, if there is one.
                at = (segment + length + 1).min(rest.query);
            }
            block += 64;
            if block < rest.query {
                masks = oneiri::masks(bytes, block);
                (within, starts) = (!0, u64::from(bytes[block - 1] == b'/'));
            }
        }
    }
    push(out, text, at..rest.query, rest, PATH);
    url.offsets.query_start = out.len();
}

/// Removes the last segment of a path that begins at `start` and ends with a slash, which stays.
fn shorten(out: &mut String, start: usize) {
    let path = &out.as_bytes()[start..];
    let slash = path[..path.len() - 1].iter().rposition(|byte| *byte == b'/');
    out.truncate(start + slash.unwrap_or_default() + 1);
}

/// Appends query and fragment (query state and fragment state).
fn query_and_fragment(url: &mut Url, text: &str, rest: &Rest) {
    push(&mut url.href, text, rest.query..rest.fragment, rest, QUERY);
    url.offsets.fragment_start = url.href.len();
    push(&mut url.href, text, rest.fragment..text.len(), rest, FRAGMENT);
}

/// Appends a part of a component: what stands between its first and its last byte that is percent-encoded
/// by the table, the rest as it is.
fn push(out: &mut String, text: &str, range: Range<usize>, rest: &Rest, table: &Table) {
    let first = rest.escapes.start.clamp(range.start, range.end);
    let last = rest.escapes.end.clamp(first, range.end);
    out.push_str(&text[range.start..first]);
    if first < last {
        escape::push(out, &text.as_bytes()[first..last], table);
    }
    out.push_str(&text[last..range.end]);
}

/// Appends an IPv4 address (the IPv4 serializer).
fn push_ipv4(out: &mut String, address: u32) {
    for (index, octet) in address.to_be_bytes().into_iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        if octet >= 100 {
            out.push(char::from(b'0' + octet / 100));
        }
        if octet >= 10 {
            out.push(char::from(b'0' + octet / 10 % 10));
        }
        out.push(char::from(b'0' + octet % 10));
    }
}
