//! What a text represents: the values of variables.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::encode;
use crate::value::{Value, Values, owned};

/// The values of the variables that a text represents. Other variables are undefined.
///
/// Names are borrowed from the matcher, and values from the text where nothing is decoded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Match<'a> {
    captures: Vec<Capture<'a>>,
    pub(crate) unknown: Vec<Cow<'a, str>>,
}

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture<'a> {
    /// The name of the variable.
    pub name: Cow<'a, str>,
    /// Its value, decoded once. A value of `{+x}` or `{#x}` keeps the escapes of reserved characters and of
    /// `%`, which the expansion keeps, too; `hazards` tells what these represent.
    pub value: Value<'a>,
    /// What makes the value unfit for a path of a file.
    pub hazards: Hazards,
}

/// Parts of a value that can lead out of a folder. First, all escapes that the value still has are decoded, until
/// none is left: `{+x}` and `{#x}` keep the escapes of reserved characters and of `%`, and every other
/// value may have been encoded twice. `%252e%252e%5Cetc` has a slash and a dot segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hazards {
    /// A `/`, or a `\`, which some systems take for one.
    pub slash: bool,
    /// A text, or a part of it between slashes, that is `.` or `..`.
    pub dot_segment: bool,
    /// A NUL.
    pub nul: bool,
}

impl Hazards {
    /// Whether there is one.
    #[must_use]
    pub fn any(self) -> bool {
        self.slash || self.dot_segment || self.nul
    }

    /// The names of the hazards: `slash`, `dot-segment` and `nul`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let Self { slash, dot_segment, nul } = self;
        let all = [(slash, "slash"), (dot_segment, "dot-segment"), (nul, "nul")];
        all.into_iter().filter_map(|(has, name)| has.then_some(name))
    }

    pub(super) fn of(text: &str) -> Self {
        let octets = encode::without_escapes(text);
        let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
        Self {
            slash: octets.iter().any(is_slash),
            dot_segment: octets.split(is_slash).any(|segment| matches!(segment, b"." | b"..")),
            nul: octets.contains(&0),
        }
    }

    /// The hazards of all texts of a value.
    fn of_value(value: &Value<'_>) -> Self {
        let join = |one: Self, two: Self| Self {
            slash: one.slash || two.slash,
            dot_segment: one.dot_segment || two.dot_segment,
            nul: one.nul || two.nul,
        };
        let all = |texts: &mut dyn Iterator<Item = &Cow<'_, str>>| {
            texts.map(|text| Self::of(text)).fold(Self::default(), join)
        };
        match value {
            Value::Text(text) => Self::of(text),
            Value::List(items) => all(&mut items.iter()),
            Value::Map(pairs) => all(&mut pairs.iter().flat_map(|(name, value)| [name, value])),
        }
    }
}

impl<'a> Capture<'a> {
    pub(crate) fn of(name: Cow<'a, str>, value: Value<'a>) -> Self {
        let hazards = Hazards::of_value(&value);
        Self { name, value, hazards }
    }
}

impl<'a> Match<'a> {
    /// The variables that have a value, in the order of the template.
    #[must_use]
    pub fn captures(&self) -> &[Capture<'a>] {
        &self.captures
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.captures().iter().find(|capture| capture.name == name).map(|capture| &capture.value)
    }

    /// The pairs of the query that belong to no variable, as they are in the text. Only
    /// [`lenient_query`](super::Matcher::lenient_query) ignores such pairs.
    #[must_use]
    pub fn unknown(&self) -> &[Cow<'a, str>] {
        &self.unknown
    }

    pub(crate) fn of(captures: Vec<Capture<'a>>) -> Self {
        Self { captures, unknown: Vec::new() }
    }

    /// The same with all names and values copied.
    #[must_use]
    pub fn into_owned(self) -> Match<'static> {
        let captures = self.captures.into_iter().map(|capture| Capture {
            name: owned(capture.name),
            value: capture.value.into_owned(),
            hazards: capture.hazards,
        });
        let unknown = self.unknown.into_iter().map(owned).collect();
        Match { captures: captures.collect(), unknown }
    }
}

impl Values for Match<'_> {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.get(name)
    }
}

/// `{x="a", y=["b", "c"]}`.
impl fmt::Display for Match<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, Capture { name, value, .. }) in self.captures().iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            match value {
                Value::Text(text) => write!(f, "{comma}{name}={text:?}"),
                Value::List(items) => write!(f, "{comma}{name}={items:?}"),
                Value::Map(pairs) => {
                    write!(f, "{comma}{name}=")?;
                    f.debug_map().entries(pairs.iter().map(|(name, value)| (name, value))).finish()
                }
            }?;
        }
        f.write_str("}")
    }
}
