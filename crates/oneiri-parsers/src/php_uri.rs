//! The class `Uri\Rfc3986\Uri` of PHP 8.5.

use alloc::borrow::ToOwned;
use alloc::string::ToString;

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
        let mut reading = with_number(Rfc3986.read_with_base(text, base)?)?;
        if reading.host().is_none() {
            let range = reading.range(Component::Path);
            let path = reading.path().unwrap_or_default();
            let given = Rfc3986.read(text)?;
            let kept =
                given.path().filter(|it| given.scheme().is_some() && matches!(*it, "./" | "/./"));
            // uriparser keeps a path of one dot, and puts none before two slashes.
            let path = match (kept, path.strip_prefix("/."), path.strip_prefix("./")) {
                (Some(kept), ..) => kept.to_owned(),
                (_, Some(rest), _) if rest.starts_with("//") => rest.to_owned(),
                (.., Some(rest)) if rest.starts_with('/') => rest.to_owned(),
                _ => return Ok(reading),
            };
            reading.set(Component::Path, path, range);
        }
        Ok(reading)
    }
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
