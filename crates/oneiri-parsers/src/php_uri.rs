//! The class `Uri\Rfc3986\Uri` of PHP 8.5.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use oneiri::Component;

use crate::reading::{Reading, Refusal};
use crate::{Parser, Rfc3986};

/// `Uri\Rfc3986\Uri` of PHP 8.5, with the getters `getRaw..`: [`Rfc3986`], except that a port is a number up to
/// 9,223,372,036,854,775,807 of at most 20 digits, and that an empty port is none.
#[derive(Clone, Copy, Debug)]
pub struct PhpRfc3986;

impl Parser for PhpRfc3986 {
    fn name(&self) -> &'static str {
        "php-rfc3986"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        with_number(Rfc3986.read(text)?)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        Rfc3986.read(base).and_then(with_number).map_err(Refusal::of_base)?;
        let mut reading = with_number(Rfc3986.read_with_base(text, base)?)?;
        let given = Rfc3986.read(text)?;
        let path = given.path().unwrap_or_default();
        if path.is_empty() {
            return Ok(reading);
        }
        let base = Rfc3986.read(base)?;
        let merges = given.scheme().is_none() && given.host().is_none() && !path.starts_with('/');
        // uriparser keeps a path that it has merged from looking like a host.
        let (found, guard) = match reading.path() {
            Some(found) if reading.host().is_some() => {
                let looks_like_host = found == "//" || found.starts_with("///");
                (String::from(found), if looks_like_host { "/." } else { "" })
            }
            _ => {
                let directory = base.path().filter(|_| merges).unwrap_or_default();
                let end = directory.rfind('/').map_or(0, |slash| slash + 1);
                let found = without_dots(&[&directory[..end], path].concat());
                let guard = match (directory.starts_with('/'), &*found) {
                    (true, found) if found.starts_with("//") => "/.",
                    (false, found) if found.starts_with('/') => "./",
                    _ => "",
                };
                (found, guard)
            }
        };
        let range = reading.range(Component::Path);
        let guard = if merges { guard } else { "" };
        reading.set(Component::Path, [guard, &found].concat(), range);
        Ok(reading)
    }
}

/// A path without dot segments, as uriparser has it: it keeps a first segment `.` before an empty one.
fn without_dots(path: &str) -> String {
    let (root, rest) = path.split_at(usize::from(path.starts_with('/')));
    let (mut kept, mut segments) = (Vec::new(), rest.split('/').peekable());
    while let Some(segment) = segments.next() {
        match segment {
            "." if kept.is_empty() && segments.peek() == Some(&"") => kept.push(segment),
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if segments.peek().is_none() {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    [root, &kept.join("/")].concat()
}

/// The reading with a port that is a number.
fn with_number(mut reading: Reading<'_>) -> Result<Reading<'_>, Refusal> {
    let range = reading.range(Component::Port);
    let number = |digits: &str| digits.parse::<i64>().ok().filter(|_| digits.len() <= 20);
    match reading.port().map(number) {
        None => {}
        Some(Some(number)) => reading.set(Component::Port, number.to_string(), range),
        Some(None) if reading.port() == Some("") => reading.remove(Component::Port),
        Some(None) => {
            return Err(Refusal::new("the port is too large", range.unwrap_or_default()));
        }
    }
    Ok(reading)
}
