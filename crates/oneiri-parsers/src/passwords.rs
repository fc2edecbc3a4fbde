//! Finds and hides the passwords of URLs, so that a message can show a URL that is valid for some parsers or for none.
//!
//! ```
//! use oneiri_parsers::passwords;
//!
//! assert_eq!(passwords::hidden(r"http:\\ada:pw@example.com"), r"http:\\ada:***@example.com");
//! let message = "from 'ftp://ada:pw@h/' to http://ada@h/";
//! assert_eq!(passwords::message(message), "from 'ftp://ada:***@h/' to http://ada@h/");
//! ```

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::{Component, Split};
use oneiri_whatwg::scheme_and_port;

/// The text that messages show in the place of a password.
pub const HIDDEN: &str = "***";

/// The byte range of the password in a text: the userinfo after its first `:` (RFC 3986 section
/// 3.2.1).
///
/// ```
/// assert_eq!(oneiri_parsers::passwords::password("http://ada:pw@h/"), Some(11..13));
/// ```
///
/// An unescaped `/`, `?` or `#` in a password ends the authority too early. The text after the `:`
/// then looks like a port that is not a number, and an `@` follows. In this case everything up to
/// the last `@` is taken for the password.
///
/// Where RFC 3986 finds no authority, a browser may find one.
#[must_use]
pub fn password(text: &str) -> Option<Range<usize>> {
    // Most texts have no user, and are done here.
    if !text.contains('@') {
        return None;
    }
    let split = Split::of(text);
    let range = match (split.range(Component::Userinfo), split.range(Component::Port)) {
        (Some(userinfo), _) => {
            let colon = text[userinfo.clone()].find(':')?;
            userinfo.start + colon + 1..userinfo.end
        }
        (None, Some(port)) if text[port.clone()].bytes().any(|byte| !byte.is_ascii_digit()) => {
            let host = split.range(Component::Host)?.start;
            let colon = host + text[host..].find(':')?;
            colon + 1..text.rfind('@').filter(|&at| at > colon)?
        }
        _ => of_browser(text)?,
    };
    Some(range).filter(|password| !password.is_empty())
}

/// The password that a browser finds (URL Standard section 4.4), which is wherever it finds an authority. As above, an
/// unescaped `/` in a password seems to end the authority.
fn of_browser(text: &str) -> Option<Range<usize>> {
    let (start, ends) = authority_of_browser(text)?;
    let rest = &text[start..];
    let end = start + rest.find(ends).unwrap_or(rest.len());
    let colon = start + text[start..end].find(':')?;
    let is_port = text[colon + 1..end].bytes().all(|byte| byte.is_ascii_digit());
    let at = match text[start..end].rfind('@') {
        Some(at) => start + at,
        None if is_port => return None,
        None => text.rfind('@')?,
    };
    (at > colon).then_some(colon + 1..at)
}

/// Where a browser finds the authority of a text, and what ends it. After a special scheme it takes any number of slashes and backslashes,
/// also none; after another scheme just `//`; and without a scheme two or more. It ignores line breaks and TABs
/// anywhere, and blanks and controls at the beginning.
fn authority_of_browser(text: &str) -> Option<(usize, &'static [char])> {
    let is_ignored = |c: char| matches!(c, '\t' | '\n' | '\r');
    let trimmed = text.trim_start_matches(|c: char| c <= ' ');
    let of_scheme = |c: char| is_ignored(c) || c.is_ascii_alphanumeric() || "+-.".contains(c);
    let (scheme, after) = match trimmed.split_once(':') {
        Some((scheme, after)) if scheme.chars().all(of_scheme) => (Some(scheme), after),
        _ => (None, trimmed),
    };
    // No special scheme has more than five letters.
    let letters = scheme.unwrap_or_default().chars().filter(|&c| !is_ignored(c)).take(6);
    let is_special = scheme_and_port(&letters.collect::<String>()).is_some();
    let mut rest = after.trim_start_matches(is_ignored);
    let mut slashes = 0;
    while let Some(next) = rest.strip_prefix(SLASHES) {
        if scheme.is_some() && !is_special && (slashes == 2 || rest.starts_with('\\')) {
            break;
        }
        rest = next.trim_start_matches(is_ignored);
        slashes += 1;
    }
    // In other schemes a backslash is a character like any other.
    let ends = if scheme.is_some() && !is_special { &ENDS[1..] } else { &ENDS[..] };
    (is_special || slashes >= 2).then_some((text.len() - rest.len(), ends))
}

const SLASHES: [char; 2] = ['/', '\\'];

static ENDS: [char; 4] = ['\\', '/', '?', '#'];

/// The byte ranges of all passwords in a text that is an identifier, in their order: its [own](password), and those of URLs
/// in it.
///
/// ```
/// assert_eq!(oneiri_parsers::passwords::passwords("//a:b@h/?q=//c:d@e"), [4..5, 15..16]);
/// ```
#[must_use]
pub fn passwords(text: &str) -> Vec<Range<usize>> {
    let (own, mut all) = (password(text), in_message(text));
    if let Some(own) = own {
        all.retain(|it| it.end <= own.start || own.end <= it.start);
        let at = all.partition_point(|it| it.start < own.start);
        all.insert(at, own);
    }
    all
}

/// Hides the passwords in a text that is an identifier, valid or not.
#[must_use]
pub fn hidden(text: &str) -> Cow<'_, str> {
    without(text, &passwords(text))
}

fn without<'t>(text: &'t str, passwords: &[Range<usize>]) -> Cow<'t, str> {
    if passwords.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::new(), 0);
    for Range { start, end } in passwords {
        out.push_str(&text[at..*start]);
        out.push_str(HIDDEN);
        at = *end;
    }
    Cow::Owned(out + &text[at..])
}

/// Hides the [password] of a text in what quotes a piece of the text. It may stand in any component, because a
/// parser may put it elsewhere.
///
/// ```
/// assert_eq!(oneiri_parsers::passwords::quoted("the port is :pw@h", Some("pw")), "the port is :***@h");
/// ```
#[must_use]
pub fn quoted<'q>(quoted: &'q str, password: Option<&str>) -> Cow<'q, str> {
    // A long password is not looked for in each of many short quotes.
    match password.filter(|password| quoted.len() > password.len()) {
        Some(password) => quoted.replace(&format!(":{password}"), &format!(":{HIDDEN}")).into(),
        None => quoted.into(),
    }
}

/// Hides every password in a message. A password is the text between a `:` and the last `@` of an authority, which
/// begins after two slashes or backslashes, or after a special scheme.
#[must_use]
pub fn message(text: &str) -> Cow<'_, str> {
    without(text, &in_message(text))
}

fn in_message(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), if text.contains('@') { 0 } else { text.len() });
    while let Some(start) = next_authority(&text[at..]) {
        let (start, ends) = (at + start, |c: char| c.is_whitespace() || ENDS.contains(&c) || matches!(c, '\'' | '"'));
        let authority = &text[start..start + text[start..].find(ends).unwrap_or(text.len() - start)];
        let user = authority.rfind('@').and_then(|end| Some((authority[..end].find(':')?, end)));
        found.extend(user.filter(|(colon, end)| colon + 1 < *end).map(|(colon, end)| start + colon + 1..start + end));
        at = start + authority.len();
    }
    found
}

/// Where the next authority of a message may begin.
fn next_authority(message: &str) -> Option<usize> {
    message.match_indices([':', '/', '\\']).find_map(|(at, mark)| {
        let (before, after) = (&message[..at], &message[at + 1..]);
        let begins = if mark == ":" {
            let letters = before.bytes().rev().take(6).take_while(u8::is_ascii_alphabetic).count();
            scheme_and_port(&before[at - letters..]).is_some()
        } else {
            after.starts_with(SLASHES)
        };
        begins.then(|| message.len() - after.trim_start_matches(SLASHES).len())
    })
}
