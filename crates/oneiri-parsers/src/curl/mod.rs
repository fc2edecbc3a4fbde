//! curl's URL API.

mod host;
mod resolve;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::Component;
use oneiri::component::remove_dot_segments_rfc3986;

use crate::reading::{Reading, Refusal, range};
use crate::{AppendixB, Parser};

/// The URL API of libcurl, with the flags that libcurl itself sets when it fetches:
/// `CURLU_GUESS_SCHEME` and `CURLU_NON_SUPPORT_SCHEME`. A base is the URL that the handle has.
///
/// * A text without a scheme begins with its host, and the host tells the scheme: `ftp.h/x` is read as
///   `ftp://ftp.h/x`, and `h/x` as `http://h/x`. So `mailto:a@b` has the host `b`.
/// * One to three slashes may follow the scheme.
/// * The first `@` ends the userinfo, and a second one is refused. A backslash in a host is refused.
/// * Escapes in a host are decoded. An IPv4 address may be short, octal or hexadecimal, a host beyond ASCII
///   stays as it is until curl connects, and a zone is dropped. A host that is not UTF-8 when it is decoded has
///   U+FFFD here.
/// * Dot segments are removed, and `%2e` is a dot. An empty path is `/`, and an empty query none.
/// * `file` has a host only if it is `localhost` or `127.0.0.1`, which is dropped.
/// * Spaces and controls are refused everywhere. A NUL ends a string of C, so it is refused here.
///
/// In curl 7.88, a scheme may begin with a digit, and a host may end with `..` and have characters such as `%` and `|`. Escapes stand for no address, an IPv6
/// address is written anew only if that makes it shorter, and `%2e` is no dot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Curl {
    /// libcurl 7.88.1, as `curl-7.88`.
    V7_88,
    /// libcurl 8.23, as `curl`.
    V8_23,
}

impl Parser for Curl {
    fn name(&self) -> &'static str {
        if *self == Self::V7_88 { "curl-7.88" } else { "curl" }
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        if let Some(at) = text.bytes().position(|byte| byte <= b' ' || byte == 0x7F) {
            return Err(Refusal::new("a space or a control is not allowed", at..at + 1));
        }
        if text.len() > MOST {
            return Err(Refusal::new("the text is longer than 8,000,000 bytes", MOST..text.len()));
        }
        let mut reading = Reading::default();
        let rest = match self.scheme(text) {
            Some(scheme) if scheme.eq_ignore_ascii_case("file") => {
                reading.set(Component::Scheme, "file", Some(0..4));
                file(text)?
            }
            scheme => self.server(text, scheme, &mut reading)?,
        };
        self.behind_host(text, rest, &mut reading);
        Ok(reading)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let base = self.read(base).map_err(Refusal::of_base)?;
        if self > &Self::V7_88 && text.is_empty() {
            let mut reading = Reading::resolved(&base, &Reading::default());
            reading.remove(Component::Fragment);
            return Ok(reading);
        }
        if let Some(at) = text.find('\0') {
            return Err(Refusal::new("a NUL ends the text", at..at + 1));
        }
        if self.scheme(text).is_some() {
            return self.read(text);
        }
        let target = self.resolve(&base, text);
        let found = self.read(&target).map_err(|refusal| refusal.of_resolved(text))?;
        let mut given = Reading::default();
        if text.starts_with("//") {
            given = AppendixB.read(text)?
        } else {
            self.behind_host(text, text, &mut given)
        }
        Ok(Reading::resolved(&found, &given))
    }
}

/// `CURL_MAX_INPUT_LENGTH`
const MOST: usize = 8_000_000;

impl Curl {
    /// The scheme, if a slash follows its colon. It has less than 40 characters.
    fn scheme(self, text: &str) -> Option<&str> {
        let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = text.bytes().take(40).take_while(|byte| is_scheme(byte)).count();
        // Since curl 7.89 or so the first character has to be a letter.
        let fits = self == Self::V7_88 || text.starts_with(|c: char| c.is_ascii_alphabetic());
        (fits && length > 0 && text[length..].starts_with(":/")).then(|| &text[..length])
    }

    /// Reads scheme and authority, and returns what follows.
    fn server<'t>(self, text: &'t str, scheme: Option<&'t str>, reading: &mut Reading<'t>) -> Result<&'t str, Refusal> {
        let mut rest = text;
        if let Some(scheme) = scheme {
            let behind = &text[scheme.len() + 1..];
            let slashes = behind.bytes().take_while(|byte| *byte == b'/').count();
            if slashes > 3 {
                let start = scheme.len() + 1;
                return Err(Refusal::new("expected at most three slashes", start..start + slashes));
            }
            rest = &behind[slashes..];
            let lower = scheme.to_ascii_lowercase();
            let value = if lower == scheme { Cow::Borrowed(scheme) } else { Cow::Owned(lower) };
            reading.set(Component::Scheme, value, range(text, scheme));
        }
        let (authority, behind) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let mut host = authority;
        if let Some((login, after)) = authority.split_once('@') {
            let with_options = scheme.is_some_and(has_options);
            reading.set(Component::Userinfo, userinfo(login, with_options), range(text, login));
            host = after;
        }
        let host = self.read_host(text, host, scheme.is_some(), reading)?;
        if scheme.is_none() {
            reading.set(Component::Scheme, guessed(&host), None);
        }
        Ok(behind)
    }

    /// Path, query and fragment.
    fn behind_host<'t>(self, text: &'t str, rest: &'t str, reading: &mut Reading<'t>) {
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment).filter(|it| !it.is_empty())),
            None => (rest, None),
        };
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (rest, None),
        };
        let place = range(text, path);
        let dotted = self > Self::V7_88 && path.contains("%2");
        let clean = if dotted {
            Cow::Owned(remove_dot_segments_rfc3986(&with_dots(path)).into_owned())
        } else {
            remove_dot_segments_rfc3986(path)
        };
        let value = if path.len() <= 1 || clean.is_empty() { Cow::Borrowed("/") } else { clean };
        reading.set(Component::Path, value, place);
        // Since curl 8.8 an empty query has to be asked for.
        if let Some(query) = query.filter(|query| self == Self::V7_88 || !query.is_empty()) {
            reading.put(text, Component::Query, query);
        }
        if let Some(fragment) = fragment {
            reading.put(text, Component::Fragment, fragment);
        }
    }
}

/// The path, and what follows it, of a file.
fn file(text: &str) -> Result<&str, Refusal> {
    let refused = |why| Err(Refusal::new(why, "file:".len()..text.len()));
    if text.len() <= 6 {
        return refused("expected a path");
    }
    let mut path = &text["file:".len()..];
    if let Some(behind) = path.strip_prefix("//") {
        path = behind;
        if !behind.starts_with('/') && !is_drive(behind) {
            let is_local = |name: &str| behind.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
            if !["localhost/", "127.0.0.1/"].into_iter().any(is_local) {
                return refused("a file has no host but localhost");
            }
            path = &behind["localhost".len()..];
        }
    }
    if is_drive(path.strip_prefix('/').unwrap_or(path)) || is_drive(path) {
        return refused("a drive letter is not allowed");
    }
    Ok(path)
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|', rest @ ..]
        if letter.is_ascii_alphabetic() && matches!(rest.first(), None | Some(b'/' | b'\\')))
}

/// Whether options may follow in the userinfo, after a `;`.
fn has_options(scheme: &str) -> bool {
    let schemes = ["imap", "imaps", "pop3", "pop3s", "smtp", "smtps"];
    schemes.iter().any(|it| scheme.eq_ignore_ascii_case(it))
}

/// User, password and options, in this order.
fn userinfo(login: &str, with_options: bool) -> Cow<'_, str> {
    match (login.find(':'), login.find(';').filter(|_| with_options)) {
        (Some(colon), Some(options)) if options < colon => {
            Cow::Owned([&login[..options], &login[colon..], &login[options..colon]].concat())
        }
        _ => Cow::Borrowed(login),
    }
}

/// The scheme that the name of a host stands for.
fn guessed(host: &str) -> &'static str {
    let schemes = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"];
    let first = host.split_once('.').map_or("", |(first, _)| first);
    schemes.into_iter().find(|it| first.eq_ignore_ascii_case(it)).unwrap_or("http")
}

/// A path whose dot segments have no escapes.
fn with_dots(path: &str) -> String {
    let segment = |segment: &str| match segment.replace("%2e", ".").replace("%2E", ".") {
        dots if matches!(&*dots, "." | "..") => dots,
        _ => String::from(segment),
    };
    path.split('/').map(segment).collect::<Vec<_>>().join("/")
}
