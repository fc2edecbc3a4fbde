//! Expansion: RFC 6570 section 3.

use alloc::string::{String, ToString};

use oneiri::UriRefBuf;

use crate::encode;
use crate::error::ExpandError;
use crate::operator::Rules;
use crate::template::{Expression, Modifier, Part, Template, Variable};
use crate::value::{Value, Values};

impl Template {
    /// Expands the template: RFC 6570 section 3.
    ///
    /// # Errors
    ///
    /// A prefix of a list or of a map (section 2.4.1).
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let template = Template::parse("{+base}/search{?q,lang}")?;
    /// let values = [("base", Value::from("http://h")), ("q", Value::from("thé & lait"))];
    /// assert_eq!(template.expand(&values)?, "http://h/search?q=th%C3%A9%20%26%20lait");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expand<V: Values + ?Sized>(&self, values: &V) -> Result<String, ExpandError> {
        // Room for the literals, and for as much again as the expressions have.
        let mut out = String::with_capacity(2 * self.text.len());
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Expression(expression) => expression.expand(values, &mut out)?,
            }
        }
        Ok(out)
    }

    /// Expands the template to a reference. [`to_iri`](oneiri::Ri::to_iri) of it is the IRI that the
    /// template represents (RFC 6570 section 1.1).
    ///
    /// # Errors
    ///
    /// As [`expand`](Self::expand); and an expansion that is not a reference, because its literals or
    /// reserved values have a `[`, a second `#`, or a colon in the first segment.
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let nothing: [(&str, Value<'_>); 0] = [];
    /// let template = Template::parse("http://h/é")?;
    /// assert_eq!(template.expand_ref(&nothing)?, "http://h/%C3%A9");
    /// assert!(Template::parse("/[x]")?.expand_ref(&nothing).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expand_ref<V: Values + ?Sized>(&self, values: &V) -> Result<UriRefBuf, ExpandError> {
        UriRefBuf::parse_owned(self.expand(values)?).map_err(|invalid| {
            let error = invalid.error();
            ExpandError::Reference { text: invalid.into_string(), error }
        })
    }
}

impl Expression {
    pub(crate) fn expand<V: Values + ?Sized>(&self, values: &V, out: &mut String) -> Result<(), ExpandError> {
        let rules = self.operator.rules();
        let mut is_first = true;
        for variable in &self.variables {
            let Some(value) = values.value(&variable.name).filter(|it| !it.is_undefined()) else {
                continue;
            };
            if is_first {
                out.push_str(rules.first);
            } else {
                out.push(char::from(rules.separator));
            }
            is_first = false;
            variable.expand(&rules, value, out)?;
        }
        Ok(())
    }
}

impl Variable {
    // A call costs a fifth of a short expansion.
    #[inline(always)]
    pub(crate) fn expand(&self, rules: &Rules, value: &Value<'_>, out: &mut String) -> Result<(), ExpandError> {
        let explode = self.modifier == Modifier::Explode;
        match value {
            Value::Text(text) => {
                let text = match self.modifier {
                    Modifier::Prefix(length) => encode::prefix(text, length, rules.reserved),
                    _ => text,
                };
                self.push_name(rules, text.is_empty(), out);
                encode::push(text, rules.reserved, out);
            }
            _ if matches!(self.modifier, Modifier::Prefix(_)) => {
                let (range, name) = (self.range.clone(), self.name.to_string());
                return Err(ExpandError::Prefix { range, name });
            }
            Value::List(items) if explode => {
                let separator = char::from(rules.separator);
                joined(items, separator, out, |item, out| {
                    self.push_name(rules, item.is_empty(), out);
                    encode::push(item, rules.reserved, out);
                });
            }
            Value::List(items) => {
                self.push_name(rules, items.iter().all(|it| it.is_empty()) && items.len() == 1, out);
                joined(items, ',', out, |item, out| encode::push(item, rules.reserved, out));
            }
            Value::Map(pairs) => {
                let (between, separator) = if explode { ("=", char::from(rules.separator)) } else { (",", ',') };
                if !explode {
                    self.push_name(rules, false, out);
                }
                joined(pairs, separator, out, |(name, value), out| {
                    encode::push(name, rules.reserved, out);
                    let empty = explode && rules.named && value.is_empty();
                    out.push_str(if empty { rules.if_empty } else { between });
                    encode::push(value, rules.reserved, out);
                });
            }
        }
        Ok(())
    }

    /// Appends the name, and what is between it and its value.
    fn push_name(&self, rules: &Rules, is_empty: bool, out: &mut String) {
        if rules.named {
            out.push_str(&self.name);
            out.push_str(if is_empty { rules.if_empty } else { "=" });
        }
    }
}

fn joined<T>(items: &[T], separator: char, out: &mut String, mut push: impl FnMut(&T, &mut String)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        push(item, out);
    }
}
