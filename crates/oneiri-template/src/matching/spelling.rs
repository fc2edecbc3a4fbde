//! Texts that are equal to an expansion at a rung of the comparison ladder.

use alloc::boxed::Box;
use alloc::string::String;

use oneiri::percent::unescape;
use oneiri::{IriRef, Rung, UriRef};

use super::capture::Match;
use super::error::{MatcherError, Mismatch};
use super::matcher::Matcher;
use super::symbol::symbol;
use crate::encode::is_unreserved;
use crate::operator::Operator;
use crate::template::{Part, Template};

impl Matcher {
    /// Also matches references that are equal, at this rung, to the expansion of the result.
    ///
    /// The normal form of the text at the rung is matched against the template with normalized literals. If
    /// this fails, the text is matched as it is.
    ///
    /// # Errors
    ///
    /// Templates that have no matcher once their literals are normalized.
    ///
    /// ```
    /// use oneiri::Rung;
    /// use oneiri_template::{Template, Value};
    ///
    /// let matcher = Template::parse("HTTP://h/users/{id}")?.matcher()?;
    /// assert!(matcher.matches("http://H/x/../users/%7eada").is_err());
    /// let matcher = matcher.at(Rung::Path)?;
    /// let found = matcher.matches("http://H/x/../users/%7eada")?;
    /// assert_eq!(found.get("id"), Some(&Value::from("~ada")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(mut self, rung: Rung) -> Result<Self, MatcherError> {
        self.rung = None;
        let mut normal = match normalized(self.template(), rung) {
            template if template == *self.template() => self.clone(),
            template => template.compiled()?,
        };
        if self.is_lenient() {
            normal = normal.lenient_query();
        }
        self.rung = Some((rung, Box::new(normal)));
        Ok(self)
    }

    /// Matches the normal form of a text, or the text as it is.
    pub(crate) fn spelled<'a>(&'a self, text: &'a str, rung: Rung, normal: &Matcher) -> Result<Match<'a>, Mismatch> {
        let Ok(reference) = IriRef::parse(text) else { return self.as_it_stands(text) };
        let form = reference.normalize_at(rung);
        let form = if rung >= Rung::Escape { String::from(form.to_uri().as_str()) } else { form.into_string() };
        let error = match normal.matches(&form) {
            Ok(found) if self.reaches(&found, rung, normal) => return Ok(found.into_owned()),
            found => found.err(),
        };
        self.as_it_stands(text).map_err(|_| {
            // Up to here, bytes of the normal form are bytes of the text.
            let pairs = form.bytes().zip(text.bytes());
            let same = pairs.take_while(|(one, two)| one.eq_ignore_ascii_case(two)).count();
            match error.filter(|error| error.end() <= same) {
                Some(error) if error.start() < same || form.len() == text.len() => error.moved(text, error.start()),
                _ => Mismatch::at_rung(text, rung),
            }
        })
    }

    /// Whether the values expand, at the rung, to what they expand to in the normal template. A literal that
    /// ends within a segment, or in dots, may have another normal form.
    fn reaches(&self, found: &Match<'_>, rung: Rung, normal: &Matcher) -> bool {
        let equal = || {
            let reached = normal.template().expand_ref(found).ok()?;
            Some(self.template().expand_ref(found).ok()?.equivalent_at(&reached, rung))
        };
        normal.template() == self.template() || equal() == Some(true)
    }
}

/// The template with literals as normal forms at the rung have them.
fn normalized(template: &Template, rung: Rung) -> Template {
    let mut text = String::new();
    for (index, part) in template.parts.iter().enumerate() {
        match part {
            Part::Literal(literal) if index == 0 => {
                let normal = UriRef::parse(literal).map(|it| it.normalize_at(rung));
                let normal = normal.as_ref().map_or(literal.as_str(), |it| it.as_str());
                // An empty path becomes `/`, but more of the authority, or a path, may follow here.
                let is_query = |part: &Part| match part {
                    Part::Expression(it) => {
                        matches!(it.operator, Operator::Query | Operator::Fragment)
                    }
                    Part::Literal(_) => false,
                };
                let is_added = !literal.ends_with('/') && !template.parts[1..].iter().all(is_query);
                text += normal.strip_suffix('/').filter(|_| is_added).unwrap_or(normal);
            }
            Part::Literal(literal) => push_literal(literal, rung, &mut text),
            Part::Expression(expression) => text += &template.text[expression.range.clone()],
        }
    }
    Template::parse(text).unwrap_or_else(|_| template.clone())
}

/// Appends a literal: escapes have upper-case digits, and none that is not needed stays.
fn push_literal(literal: &str, rung: Rung, out: &mut String) {
    let mut at = 0;
    while let Some((_, end)) = symbol(literal.as_bytes(), at) {
        let unit = &literal[at..end];
        let octet = unescape(unit.as_bytes(), 0).filter(|&octet| is_unreserved(octet));
        match octet.filter(|_| unit.len() == 3) {
            Some(octet) if rung >= Rung::Escape => out.push(char::from(octet)),
            _ if rung >= Rung::Case && unit.len() > 1 => *out += &unit.to_ascii_uppercase(),
            _ => out.push_str(unit),
        }
        at = end;
    }
}
