//! The grammars of RFC 3986 and RFC 3987, as the crate `oneiri` reads them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use oneiri::{Alphabet, Ascii, Component, ErrorKind, HasScheme, MaybeScheme, Ri, Unicode};

use crate::Parser;
use crate::reading::{Reading, Refusal};

/// The grammar of [RFC 3986], with relative references. It changes nothing: all values are slices of the
/// text. A base is resolved by section 5.2, which removes dot segments.
///
/// [RFC 3986]: https://www.rfc-editor.org/rfc/rfc3986
#[derive(Clone, Copy, Debug)]
pub struct Rfc3986;

/// The grammar of [RFC 3987]: that of RFC 3986, with characters beyond ASCII. All values are slices of
/// the text.
///
/// [RFC 3987]: https://www.rfc-editor.org/rfc/rfc3987
#[derive(Clone, Copy, Debug)]
pub struct Rfc3987;

impl Parser for Rfc3986 {
    fn name(&self) -> &'static str {
        "rfc3986"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        read::<Ascii>(text)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        read_with_base::<Ascii>(text, base)
    }
}

impl Parser for Rfc3987 {
    fn name(&self) -> &'static str {
        "rfc3987"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        read::<Unicode>(text)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        read_with_base::<Unicode>(text, base)
    }
}

fn read<A: Alphabet>(text: &str) -> Result<Reading<'_>, Refusal> {
    let reference = Ri::<&str, A, MaybeScheme>::parse(text).map_err(refusal)?;
    Ok(Reading::of_parts(text, reference.parts()))
}

fn read_with_base<'t, A: Alphabet>(text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
    let base = Ri::<&str, A, HasScheme>::parse(base).map_err(|error| refusal(error).of_base())?;
    let reference = Ri::<&str, A, MaybeScheme>::parse(text).map_err(refusal)?;
    let given = Reading::of_parts(text, reference.parts());
    let target = base.resolve(&reference);
    let found = Reading::of_parts(target.as_str(), target.parts());
    Ok(Reading::resolved(&found, &given))
}

/// The parts of the message of the crate `oneiri`, without the place.
fn refusal(error: oneiri::Error) -> Refusal {
    let found = match error.found() {
        None => "the end".to_owned(),
        Some(c) if c == ' ' || c.is_ascii_graphic() => format!("'{c}'"),
        Some(c) if c.is_alphanumeric() => format!("'{c}' (U+{:04X})", u32::from(c)),
        Some(c) => format!("U+{:04X}", u32::from(c)),
    };
    let component = error.component().map_or(String::new(), |it| format!("{it}: "));
    let (expected, section) = (error.expected(), error.section());
    // Of the characters that are allowed there are many. A second '#' is another mistake, and its message says which.
    let is_second = (error.component(), error.found()) == (Some(Component::Fragment), Some('#'));
    let message = if error.kind() == ErrorKind::Character && error.found().is_some() && !is_second {
        let section = section.split_once(',').map_or(section, |(section, _)| section);
        format!("{component}{found} is not allowed here ({section})")
    } else {
        format!("{component}expected {expected}, found {found} ({section})")
    };
    Refusal::new(message, error.start()..error.end())
}
