//! Where others are known to answer otherwise, and the sentence of RFC 6570 that decides. A difference that no row
//! explains fails the run, and so does a row that explains nothing.

use oneiri_template::{Modifier, Operator, Template, Value};

use crate::cases::Case;

/// A difference. `None` stands for a refusal, and for a panic.
pub struct Found<'f> {
    pub rival: &'static str,
    pub case: &'f Case,
    pub ours: Option<&'f str>,
    pub theirs: Option<&'f str>,
}

/// Whose difference, which one, and why.
pub type Row = (&'static str, fn(&Found<'_>) -> bool, &'static str);

const IRI_STRING: &str = "iri-string";
const NEXT: &str = "uritemplate-next";
const PYTHON: &str = "uritemplate (Python)";

#[rustfmt::skip]
pub const KNOWN: &[Row] = &[
    (IRI_STRING, |it| refuses(it) && has_literal(it, |text| !text.is_ascii()),
     "refuses literals beyond ASCII where a URI is asked for. Section 3.1: such a literal becomes the escapes of its UTF-8"),
    (IRI_STRING, |it| takes(it) && !is_template(it),
     "takes {x:0}, {x:10000} and {x.}. Section 2.4.1: a length is 1 to 9999; section 2.3: a dot stands before another \
     character of the name"),
    (IRI_STRING, |it| refuses(it) && has(it, |at, value| (at.reserved() || at.prefix()) && !is_ascii(value)),
     "panics at a value with characters beyond ASCII that is expanded with +, # or a prefix. Section 3.2.1: \"the \
     expansion process is defined in terms of Unicode code points\""),
    (IRI_STRING, |it| has(it, |at, _| at.named() && at.name.contains('%')),
     "encodes the % of a name, but not where it stands first. Section 3.2.8: the name is \"encoded as if it were a \
     literal string\", so its escapes stay"),
    (IRI_STRING, |it| has(it, |at, value| at.is(Operator::Parameter) && has_empty(value)),
     "writes = before an empty member of a list or map with ;. Appendix A: \"if the member/value is empty, append the \
     ifemp string\", which is empty for ;"),
    (IRI_STRING, |it| has(it, |at, value| at.reserved() && has_text(value, |text| text.contains('%'))),
     "does not count escapes that are not UTF-8, so a prefix of 1 of a%FFb is a%FF. Section 3.2.1 counts code points \
     and leaves such escapes open: each counts here, but for octets that continue a character"),
    (NEXT, |it| takes(it) && !is_template(it),
     "checks no grammar. Section 3: \"the location and type of error SHOULD be indicated to the invoking application\""),
    (NEXT, |it| takes(it) && has(it, |at, value| at.prefix() && !matches!(value, Value::Text(_))),
     "ignores the prefix of a list or map. Section 2.4.1: \"Prefix modifiers are not applicable to variables that \
     have composite values.\""),
    (NEXT, |it| has(it, |at, value| at.prefix() && !is_ascii(value)),
     "counts the octets of a prefix, and panics within a character. Section 2.4.1: \"this numbering is in characters, not octets\""),
    (NEXT, |it| has(it, |at, value| at.prefix() && at.reserved() && has_text(value, |text| text.contains('%'))),
     "splits an escape where a prefix ends. Section 3.2.1: \"care must be taken to avoid splitting the value in \
     mid-character: count each Unicode code point as one character\""),
    (NEXT, |it| has(it, |_, value| has_pair(value, |name, _| !name.bytes().all(is_plain))),
     "encodes the names of a map as literals, as appendix A has it for some operators. Section 3.2.1: \"Both name and \
     value strings are encoded in the same way as simple string values.\" Otherwise a name with & would be read as \
     two pairs"),
    (NEXT, |it| has(it, |at, value| at.named() && !at.explode() && has_empty(value)),
     "takes a list of several empty texts for an empty value. Section 3.2.1: the expansion is \"a comma-separated \
     concatenation of the defined member string values\", which is not empty"),
    (PYTHON, |it| !is_template(it),
     "checks no grammar. Section 3: \"the location and type of error SHOULD be indicated to the invoking application\""),
    (PYTHON, |it| has_literal(it, |text| !text.is_ascii()),
     "does not encode literals. Section 3.1: such a literal becomes the escapes of its UTF-8"),
    (PYTHON, |it| takes(it) && has(it, |at, value| at.prefix() && !matches!(value, Value::Text(_))),
     "ignores the prefix of a list or map. Section 2.4.1: \"Prefix modifiers are not applicable to variables that \
     have composite values.\""),
    (PYTHON, |it| has(it, |at, value| at.reserved() && has_text(value, |text| text.contains('%'))),
     "leaves a whole value with + or # as it is if it has an escape, and encodes all of a prefix. Section 3.2.3: what \
     is not unreserved, reserved or pct-encoded is encoded"),
    (PYTHON, |it| has(it, |_, value| value.is_undefined()),
     "takes an empty list for a value with some operators. Section 2.3: a list value \"is considered undefined if the \
     list contains zero members\""),
    (PYTHON, |it| has(it, |at, value| at.is(Operator::Parameter) && has_empty(value)),
     "writes = before an empty member with ;. Section 3.2.1: if the value is the empty string, and the operator is \
     not ? or &, the pair is simply the name"),
];

fn refuses(it: &Found<'_>) -> bool {
    it.ours.is_some() && it.theirs.is_none()
}

fn takes(it: &Found<'_>) -> bool {
    it.ours.is_none() && it.theirs.is_some()
}

fn is_template(it: &Found<'_>) -> bool {
    Template::parse(it.case.template.as_str()).is_ok()
}

fn has_literal(it: &Found<'_>, is: fn(&str) -> bool) -> bool {
    let Ok(template) = Template::parse(it.case.template.as_str()) else { return false };
    let (mut at, mut literals) = (0, Vec::new());
    for expression in template.expressions() {
        literals.push(&template.as_str()[at..expression.range().start]);
        at = expression.range().end;
    }
    literals.push(&template.as_str()[at..]);
    literals.into_iter().any(is)
}

/// A variable, where it stands.
struct Place<'p> {
    operator: Operator,
    modifier: Modifier,
    name: &'p str,
}

impl Place<'_> {
    fn is(&self, operator: Operator) -> bool {
        self.operator == operator
    }

    fn reserved(&self) -> bool {
        matches!(self.operator, Operator::Reserved | Operator::Fragment)
    }

    fn named(&self) -> bool {
        matches!(self.operator, Operator::Parameter | Operator::Query | Operator::Continuation)
    }

    fn explode(&self) -> bool {
        self.modifier == Modifier::Explode
    }

    fn prefix(&self) -> bool {
        matches!(self.modifier, Modifier::Prefix(_))
    }
}

/// Whether the template has such a variable with such a value.
fn has(it: &Found<'_>, is: impl Fn(Place<'_>, &Value<'_>) -> bool) -> bool {
    let Ok(template) = Template::parse(it.case.template.as_str()) else { return false };
    template.expressions().any(|expression| {
        expression.variables().iter().any(|variable| {
            let (operator, modifier) = (expression.operator(), variable.modifier());
            let value = it.case.values.iter().find(|(name, _)| *name == variable.name());
            value.is_some_and(|(name, value)| is(Place { operator, modifier, name }, value))
        })
    })
}

fn has_text(value: &Value<'_>, is: fn(&str) -> bool) -> bool {
    match value {
        Value::Text(text) => is(text),
        Value::List(items) => items.iter().any(|item| is(item)),
        Value::Map(_) => has_pair(value, |name, value| is(name) || is(value)),
    }
}

fn has_pair(value: &Value<'_>, is: impl Fn(&str, &str) -> bool) -> bool {
    matches!(value, Value::Map(pairs) if pairs.iter().any(|(name, value)| is(name, value)))
}

fn has_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Text(_) => false,
        Value::List(items) => items.iter().any(|item| item.is_empty()),
        Value::Map(_) => has_pair(value, |_, value| value.is_empty()),
    }
}

fn is_ascii(value: &Value<'_>) -> bool {
    !has_text(value, |text| !text.is_ascii())
}

/// Whether the byte is unreserved, or part of a character that is always encoded.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || !byte.is_ascii()
}
