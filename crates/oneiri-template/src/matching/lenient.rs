//! Matching of texts that are not spelled as the template expands: other spellings of the same identifier, and
//! queries whose pairs stand in another order.

use alloc::string::String;
use alloc::vec::Vec;

use oneiri::{IriRef, Rung};

use super::error::Mismatch;
use super::matcher::Matcher;
use super::reading::Match;
use crate::operator::Operator;
use crate::template::{Modifier, Part, Template};

impl Matcher {
    /// Matches a text that is equal at a rung to an expansion: the result expands to an identifier that is
    /// equal to the text at this rung (RFC 3986 section 6, RFC 3987 section 5).
    ///
    /// The text is tried as it is, and then its normal form at the rung. So the literals of the template
    /// have to be in that normal form.
    ///
    /// ```
    /// use oneiri::Rung;
    /// use oneiri_template::{Template, Value};
    ///
    /// let matcher = Template::parse("http://h/users/{id}")?.matcher()?;
    /// assert!(matcher.matches("HTTP://h:80/x/../users/%61da").is_err());
    /// let found = matcher.matches_at("HTTP://h:80/x/../users/%61da", Rung::Scheme)?;
    /// assert_eq!(found.get("id"), Some(&Value::from("ada")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`matches`](Self::matches), with places in the text as it is.
    pub fn matches_at(&self, text: &str, rung: Rung) -> Result<Match, Mismatch> {
        self.matches(text).or_else(|mismatch| {
            let iri = IriRef::parse(text).map_err(|_| mismatch)?;
            self.matches(iri.normalize_at(rung).to_uri().as_str()).map_err(|_| mismatch)
        })
    }

    /// Matches a text whose query has the pairs of the template in any order, and perhaps others. The
    /// result expands to the text with its pairs in the order of the template and without the others.
    ///
    /// A variable takes the pairs of its name, and a pair without `=` has the empty value. If the template
    /// has one exploded variable in its query and no pair has its name, it takes the pairs whose names
    /// the template does not have, as a map; otherwise they are left out. Path and fragment must match
    /// strictly. A text that matches strictly is read strictly.
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let matcher = Template::parse("/search{?q,page}")?.matcher()?;
    /// assert!(matcher.matches("/search?utm_source=x&page=2&q=tea").is_err());
    /// let found = matcher.matches_lenient_query("/search?utm_source=x&page=2&q=tea")?;
    /// assert_eq!(found.to_string(), r#"{q="tea", page="2"}"#);
    /// assert!(matcher.matches_lenient_query("/search?q=tea&q=milk").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`matches`](Self::matches), with places in the text as it is. A variable that is not exploded
    /// does not take two pairs.
    pub fn matches_lenient_query(&self, text: &str) -> Result<Match, Mismatch> {
        self.matches(text).or_else(|mismatch| {
            let ordered = ordered(self.template(), text).ok_or(mismatch)?;
            self.matches(&ordered).map_err(|_| mismatch)
        })
    }
}

/// What a template has in its query.
enum Slot<'t> {
    /// A pair as it stands.
    Literal(&'t str),
    Variable {
        name: &'t str,
        explode: bool,
    },
}

/// What a template has in its query, in order.
fn slots(template: &Template) -> Vec<Slot<'_>> {
    let (mut all, mut in_query) = (Vec::new(), false);
    for part in template.parts() {
        match part {
            Part::Literal(text) => {
                let text = text.split('#').next().unwrap_or_default();
                let query = if in_query { Some(text) } else { text.split_once('?').map(|it| it.1) };
                in_query |= query.is_some();
                let pairs = query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
                all.extend(pairs.map(Slot::Literal));
            }
            Part::Expression(expression) => {
                if !matches!(expression.operator(), Operator::Query | Operator::Continuation) {
                    continue;
                }
                in_query = true;
                all.extend(expression.variables().iter().map(|variable| Slot::Variable {
                    name: variable.name(),
                    explode: variable.modifier() == Modifier::Explode,
                }));
            }
        }
    }
    all
}

/// A text with the pairs of its query in the order of a template, without those that the template does not
/// have. `None` if there is no query.
fn ordered(template: &Template, text: &str) -> Option<String> {
    let (before, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
    let (path, query) = before.split_once('?')?;
    let slots = slots(template);
    let is_own = |slot: &Slot<'_>, pair: &str| match slot {
        Slot::Literal(literal) => *literal == pair,
        Slot::Variable { name, .. } => pair.split('=').next() == Some(name),
    };
    let pairs: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty()).collect();
    let is_exploded = |slot: &&Slot<'_>| matches!(slot, Slot::Variable { explode: true, .. });
    let one_exploded = slots.iter().filter(is_exploded).count() == 1;
    let mut out = String::from(path);
    let mut mark = '?';
    for slot in &slots {
        let is_map =
            one_exploded && is_exploded(&slot) && !pairs.iter().any(|pair| is_own(slot, pair));
        let takes = |pair: &&&str| match is_map {
            true => !slots.iter().any(|slot| is_own(slot, pair)),
            false => is_own(slot, pair),
        };
        for pair in pairs.iter().filter(takes) {
            out.push(mark);
            out.push_str(pair);
            if matches!(slot, Slot::Variable { .. }) && !pair.contains('=') {
                out.push('=');
            }
            mark = '&';
        }
    }
    out.push_str(fragment);
    Some(out)
}
