//! Parses text as an identifier.

use std::borrow::Cow;

use oneiri::{Alphabet, Ri, SchemePresence};

use crate::output::fault::Fault;

/// Parses an identifier. The text is borrowed unless the lenient parser had to percent-encode
/// characters.
pub(crate) fn parse<A: Alphabet, F: SchemePresence>(
    text: &str,
    lenient: bool,
) -> Result<Ri<Cow<'_, str>, A, F>, Fault> {
    Ok(if lenient { Ri::parse_lenient(text)? } else { Ri::<&str, A, F>::parse(text)?.into() })
}
