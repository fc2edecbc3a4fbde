//! Many templates: which of them matches a text.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::error::MatcherError;
use super::matcher::{Matcher, Rule};
use super::reading::Match;
use super::relations::overlap;
use crate::template::{Part, Template};

/// A set of templates that finds the one which matches a text.
///
/// Only templates are tried whose literal before the first expression is the beginning of the text: the
/// longest such literal first, and among equal ones the earlier template.
#[derive(Clone, Debug)]
pub struct Router {
    matchers: Vec<Matcher>,
    /// For each first literal the templates that begin with it, in their order.
    by_literal: BTreeMap<String, Vec<usize>>,
    /// The lengths of the first literals, from the longest.
    lengths: Vec<usize>,
}

/// Why templates are no set.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum RouterError {
    /// A template has no matcher.
    Matcher {
        /// The index of the template.
        template: usize,
        /// Why.
        error: MatcherError,
    },
    /// Two templates match one text.
    Overlap {
        /// The indexes of the two templates.
        templates: [usize; 2],
        /// The text.
        text: String,
    },
}

impl fmt::Display for RouterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matcher { template, error } => write!(f, "template {template}: {error}"),
            Self::Overlap { templates: [one, two], text } => {
                write!(f, "templates {one} and {two} both match '{text}'")
            }
        }
    }
}

impl core::error::Error for RouterError {}

impl Router {
    /// A set of templates of which no two match one text.
    ///
    /// # Errors
    ///
    /// A template that is ambiguous, and two templates that match one text.
    ///
    /// ```
    /// use oneiri_template::{Router, RouterError, Template};
    ///
    /// let parse = |texts: [&str; 2]| texts.map(|text| Template::parse(text).unwrap());
    /// let router = Router::new(parse(["/users/{id}", "/groups/{id}{?q}"]))?;
    /// assert_eq!(router.find("/groups/7").map(|(index, _)| index), Some(1));
    ///
    /// let error = Router::new(parse(["/users/{id}", "/users/me"])).unwrap_err();
    /// assert_eq!(error, RouterError::Overlap { templates: [0, 1], text: "/users/me".into() });
    ///
    /// let router = Router::ranked(parse(["/users/{id}", "/users/me"]))?;
    /// assert_eq!(router.find("/users/me").map(|(index, _)| index), Some(1));
    /// # Ok::<(), RouterError>(())
    /// ```
    pub fn new(templates: impl IntoIterator<Item = Template>) -> Result<Self, RouterError> {
        let router = Self::build(templates, Template::matcher)?;
        for (literal, ones) in &router.by_literal {
            // Texts with one beginning: those behind it in order that begin with it.
            let longer = router.by_literal.range(literal.clone()..);
            let longer = longer.take_while(|(other, _)| other.starts_with(literal.as_str()));
            for (&one, &two) in longer.flat_map(|(_, twos)| {
                ones.iter().flat_map(move |one| twos.iter().map(move |two| (one, two)))
            }) {
                if one == two {
                    continue;
                }
                let [one, two] = [one.min(two), one.max(two)];
                match overlap(router.matchers[one].template(), router.matchers[two].template()) {
                    Ok(None) => {}
                    Ok(Some(text)) => {
                        return Err(RouterError::Overlap { templates: [one, two], text });
                    }
                    Err(error) => return Err(RouterError::Matcher { template: two, error }),
                }
            }
        }
        Ok(router)
    }

    /// A set of any templates. Of several that match a text, the one with the longest literal before its
    /// first expression is found, and among equal ones the earlier. An ambiguous template reads a text by
    /// [`Rule::ShortestFirst`].
    ///
    /// # Errors
    ///
    /// A template that has no [`matcher_by`](Template::matcher_by).
    pub fn ranked(templates: impl IntoIterator<Item = Template>) -> Result<Self, RouterError> {
        Self::build(templates, |template| template.matcher_by(Rule::ShortestFirst))
    }

    fn build(
        templates: impl IntoIterator<Item = Template>,
        matcher: impl Fn(&Template) -> Result<Matcher, MatcherError>,
    ) -> Result<Self, RouterError> {
        let (mut matchers, mut by_literal) = (Vec::new(), BTreeMap::<String, Vec<usize>>::new());
        for (index, template) in templates.into_iter().enumerate() {
            let error = |error| RouterError::Matcher { template: index, error };
            matchers.push(matcher(&template).map_err(error)?);
            let literal = match template.parts().first() {
                Some(Part::Literal(text)) => text.clone(),
                _ => String::new(),
            };
            by_literal.entry(literal).or_default().push(index);
        }
        let mut lengths: Vec<_> = by_literal.keys().map(String::len).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        Ok(Self { matchers, by_literal, lengths })
    }

    /// The index of the template that matches the whole text, and the values of its variables.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<(usize, Match)> {
        let literals = self.lengths.iter().filter_map(|&length| text.get(..length));
        let mut tried = literals.filter_map(|literal| self.by_literal.get(literal)).flatten();
        tried.find_map(|&index| Some((index, self.matchers[index].matches(text).ok()?)))
    }
}
