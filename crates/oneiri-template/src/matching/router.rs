//! Many templates: which of them matches a text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::capture::{Capture, Match};
use super::error::MatcherError;
use super::matcher::{Matcher, Rule};
use super::plain::{EMPTY, Growing, Plain, Span};
use super::reading::{borrowed, simple};
use super::union::Union;
use crate::template::{Part, Template};

/// A set of templates that finds the one which matches a text, in one pass through the text.
///
/// Of several templates that match a text, [`ranked`](Self::ranked) prefers one by the first place at which
/// two of them differ: a literal goes before the end of the template, and the end before an expression.
/// Templates without such a place go in their order.
#[derive(Clone, Debug)]
pub struct Router {
    matchers: Vec<Matcher>,
    ranked: Vec<Ranked>,
    /// The names of the variables of all templates.
    names: Vec<String>,
    /// Templates with literals and plain variables alone, by rank.
    plain: Plain,
    /// All others, by rank.
    others: Union,
}

/// The template of a rank, and its names.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    template: usize,
    names: (usize, usize),
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
        let error = |(template, error)| RouterError::Matcher { template, error };
        let all = router.matchers.iter().map(Matcher::template).enumerate();
        let found = Union::of(all).map_err(error)?.overlap().map_err(|it| error((0, it)))?;
        if let Some((templates, text)) = found {
            // The union does not know that both values of a name that stands twice are one.
            for template in templates {
                let matcher = &router.matchers[template];
                if matcher.matches(&text).is_err() {
                    let name = matcher.template().repeated_name().unwrap_or_default().into();
                    return Err(error((template, MatcherError::Repeated { name })));
                }
            }
            return Err(RouterError::Overlap { templates, text });
        }
        Ok(router)
    }

    /// A set of any templates. Of several that match a text, the one that goes before the others is found.
    /// An ambiguous template reads a text by [`Rule::ShortestFirst`].
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
        let mut matchers = Vec::new();
        for (template, it) in templates.into_iter().enumerate() {
            matchers.push(matcher(&it).map_err(|error| RouterError::Matcher { template, error })?);
        }
        let mut order: Vec<usize> = (0..matchers.len()).collect();
        order.sort_by_cached_key(|&index| kinds(matchers[index].template()));
        let (mut ranked, mut names) = (Vec::new(), Vec::new());
        let (mut plain, mut others) = (Growing::default(), Vec::new());
        for (rank, &index) in order.iter().enumerate() {
            let (template, start) = (matchers[index].template(), names.len());
            if Growing::has_room(template) {
                plain.add(template, rank);
                names.extend(template.variables().map(|variable| variable.name().into()));
            } else {
                others.push((rank, template));
            }
            ranked.push(Ranked { template: index, names: (start, names.len()) });
        }
        let error = |(rank, error)| RouterError::Matcher { template: order[rank], error };
        let others = Union::of(others.into_iter()).map_err(error)?;
        let too_large = || error((0, MatcherError::TooLarge));
        let plain = plain.finish().ok_or_else(too_large)?;
        Ok(Self { matchers, ranked, names, plain, others })
    }

    /// The index of the template that matches the whole text, and the values of its variables.
    #[must_use]
    pub fn find<'a>(&'a self, text: &'a str) -> Option<(usize, Match<'a>)> {
        let mut spans = EMPTY;
        let plain = self.plain.find(text.as_bytes(), &mut spans);
        let other = if self.others.is_empty() { None } else { self.other(text, plain) };
        if other.is_some() {
            return other;
        }
        let &Ranked { template, names: (start, end) } = self.ranked.get(plain?)?;
        let spans = || self.names[start..end].iter().zip(&spans);
        let is_value = spans().all(|(_, span)| span.is_value && span.start < span.end);
        let captures = match is_value {
            true => {
                spans().map(|(name, span)| borrowed(name, &text[span.start..span.end])).collect()
            }
            false => decoded(spans(), text),
        };
        Some((template, Match::of(captures)))
    }

    /// The first of the templates that are not plain, if no plain one goes before it.
    #[inline(never)]
    fn other<'a>(&'a self, text: &'a str, plain: Option<usize>) -> Option<(usize, Match<'a>)> {
        let mut others = self.others.find(text);
        others.sort_unstable();
        others.dedup();
        let others = others.into_iter().take_while(|&rank| plain.is_none_or(|best| rank < best));
        others
            .map(|rank| self.ranked[rank].template)
            .find_map(|template| Some((template, self.matchers[template].matches(text).ok()?)))
    }
}

/// The values of texts of which some are empty or have a `,` or an escape.
#[inline(never)]
fn decoded<'a, 's>(
    spans: impl Iterator<Item = (&'a String, &'s Span)>,
    text: &'a str,
) -> Vec<Capture<'a>> {
    let spans = spans.filter(|(_, span)| span.start < span.end);
    spans.map(|(name, span)| simple(name, &text[span.start..span.end])).collect()
}

/// What a template has at each place: 0 for a character of a literal, 1 for the end, 2 for an expression.
fn kinds(template: &Template) -> Vec<u8> {
    let mut kinds = Vec::new();
    for part in template.parts() {
        match part {
            Part::Literal(text) => kinds.resize(kinds.len() + text.len(), 0),
            Part::Expression(_) => kinds.push(2),
        }
    }
    kinds.push(1);
    kinds
}
