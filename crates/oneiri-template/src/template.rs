//! A template, and its parts.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use crate::encode;
use crate::error::Error;
use crate::operator::Operator;
use crate::syntax;

/// A URI Template (RFC 6570), parsed once. It prints as it was given.
///
/// `==`, `Ord` and `Hash` are those of the text.
#[derive(Clone)]
pub struct Template {
    pub(crate) text: String,
    pub(crate) parts: Vec<Part>,
}

/// A part of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text outside of expressions, as it is expanded: characters that no URI may have are percent-encoded.
    Literal(String),
    /// An expression: `{?x,y*}`.
    Expression(Expression),
}

/// An expression of a template: `{?x,y*}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    pub(crate) range: Range<usize>,
    pub(crate) operator: Operator,
    pub(crate) variables: Vec<Variable>,
}

impl Expression {
    /// The bytes of the expression in the template, with its braces.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The operator.
    #[must_use]
    pub fn operator(&self) -> Operator {
        self.operator
    }

    /// The variables, in their order.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }
}

/// A variable of an expression, with its modifier: `x:3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub(crate) range: Range<usize>,
    pub(crate) name: String,
    pub(crate) modifier: Modifier,
}

impl Variable {
    /// The bytes of the variable and its modifier in the template.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The name. Escapes are part of it (RFC 6570 section 2.3).
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The modifier.
    #[must_use]
    pub fn modifier(&self) -> Modifier {
        self.modifier
    }
}

/// The modifier of a variable (RFC 6570 section 2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Modifier {
    /// `x`: no modifier.
    None,
    /// `x*`: the items of a list, or the pairs of a map, one by one.
    Explode,
    /// `x:3`: at most that many characters of a text.
    Prefix(u16),
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// If the text breaks the grammar of RFC 6570 section 2. The error has the first such byte.
    ///
    /// ```
    /// use oneiri_template::Template;
    ///
    /// let template = Template::parse("/users/{id}{?q,lang}")?;
    /// let names: Vec<_> = template.variables().map(|variable| variable.name()).collect();
    /// assert_eq!(names, ["id", "q", "lang"]);
    /// assert_eq!(Template::parse("/users/{id").unwrap_err().start(), 10);
    /// # Ok::<(), oneiri_template::Error>(())
    /// ```
    pub fn parse(text: impl AsRef<str>) -> Result<Self, Error> {
        let text = text.as_ref();
        syntax::check(text.as_bytes())?;
        Ok(Self { text: String::from(text), parts: split(text) })
    }

    /// A template from a text that the program contains. [`template!`](crate::template!) does the same and also
    /// checks the text when the program is compiled.
    ///
    /// # Panics
    ///
    /// If the text breaks the grammar of RFC 6570 section 2. Use [`parse`](Self::parse) for a text that comes from
    /// somewhere else.
    ///
    /// ```
    /// use oneiri_template::Template;
    ///
    /// assert_eq!(Template::from_static("/users/{id}").as_str(), "/users/{id}");
    /// ```
    #[must_use]
    #[allow(clippy::panic, reason = "a wrong literal is a mistake in the program, and no input reaches it")]
    pub fn from_static(text: &'static str) -> Self {
        match Self::parse(text) {
            Ok(template) => template,
            Err(error) => panic!("{error}"),
        }
    }

    /// The template as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Literals and expressions, in their order. No literal is empty, and no two are neighbours.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The expressions, in their order.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.parts.iter().filter_map(|part| match part {
            Part::Expression(expression) => Some(expression),
            Part::Literal(_) => None,
        })
    }

    /// The variables of all expressions, in their order. A name that occurs twice is given twice.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.expressions().flat_map(|expression| &expression.variables)
    }

    /// A name that is in the template more than once.
    pub(crate) fn repeated_name(&self) -> Option<&str> {
        let mut names = BTreeSet::new();
        self.variables().map(Variable::name).find(|&name| !names.insert(name))
    }
}

/// The parts of a text that is a template.
fn split(text: &str) -> Vec<Part> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with('{') {
            let end = at + rest.find('}').unwrap_or(rest.len());
            parts.push(Part::Expression(expression(text, at, end)));
            at = end + 1;
        } else {
            let literal = &rest[..rest.find('{').unwrap_or(rest.len())];
            let mut encoded = String::with_capacity(literal.len());
            encode::push(literal, true, &mut encoded);
            parts.push(Part::Literal(encoded));
            at += literal.len();
        }
    }
    parts
}

/// The expression whose braces are at these places.
fn expression(text: &str, open: usize, close: usize) -> Expression {
    let operator = Operator::of(text.as_bytes()[open + 1]);
    let mut start = open + 1 + usize::from(operator.is_some());
    let mut variables = Vec::new();
    for variable in text[start..close].split(',') {
        let range = start..start + variable.len();
        start = range.end + 1;
        let (name, modifier) = match variable.split_once(':') {
            Some((name, length)) => (name, Modifier::Prefix(length.parse().unwrap_or(u16::MAX))),
            None => match variable.strip_suffix('*') {
                Some(name) => (name, Modifier::Explode),
                None => (variable, Modifier::None),
            },
        };
        variables.push(Variable { range, name: name.to_string(), modifier });
    }
    Expression { range: open..close + 1, operator: operator.unwrap_or(Operator::Simple), variables }
}

impl FromStr for Template {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Template").field(&self.text).finish()
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Template {}

impl PartialOrd for Template {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Template {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.text.cmp(&other.text)
    }
}

impl core::hash::Hash for Template {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
