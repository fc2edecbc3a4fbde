//! Many templates: which of them matches a text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::capture::{Capture, Match};
use super::error::MatcherError;
use super::lenient::before_query;
use super::matcher::Matcher;
use super::plain::{EMPTY, Growing, Plain, Span};
use super::reading::{borrowed, simple};
use super::union::Union;
use crate::template::{Part, Template};

/// A set of templates that finds the one which matches a text, in one pass through the text. Each template has a value,
/// such as a handler or an index.
///
/// ```
/// use oneiri_template::{Overlaps, Router, Template};
///
/// let user = Template::parse("/users/{id}")?;
/// let me = Template::parse("/users/me")?;
/// let router = Router::new([(user, "a user"), (me, "me")], Overlaps::Ranked)?;
/// let (page, found) = router.find("/users/ada").ok_or("no route")?;
/// assert_eq!((*page, found.to_string().as_str()), ("a user", r#"{id="ada"}"#));
/// assert_eq!(router.find("/users/me").map(|(page, _)| *page), Some("me"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Router<T> {
    matchers: Vec<Matcher>,
    values: Vec<T>,
    ranked: Vec<Ranked>,
    /// The names of the variables of all templates.
    names: Vec<String>,
    /// Templates with literals and plain variables alone, by rank.
    plain: Plain,
    /// All others, by rank.
    others: Union,
    /// What is before the query in each template, by rank, for [`lenient_query`](Self::lenient_query).
    paths: Option<Union>,
}

/// What a [`Router`] does about two templates that match one text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Overlaps {
    /// They are an error, and so is a template that is ambiguous.
    #[default]
    Refused,
    /// One of them goes before the other, by the first place at which they differ: a literal goes before the end of the
    /// template, and the end before an expression. Templates without such a place go in their order. An ambiguous
    /// template reads a text by [`Template::matcher_shortest_first`].
    Ranked,
}

/// The template of a rank, and its names.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    template: usize,
    names: (usize, usize),
}

/// Why templates are no set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RouterError {
    /// A template has no matcher.
    Matcher {
        /// The index of the template.
        template: usize,
        /// The text of the template.
        template_text: String,
        /// Why.
        error: MatcherError,
    },
    /// Two templates match one text.
    Overlap {
        /// The indexes of the two templates.
        templates: [usize; 2],
        /// The texts of the two templates.
        template_texts: [String; 2],
        /// The text that both match.
        text: String,
    },
}

impl fmt::Display for RouterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matcher { template, template_text, error } => {
                write!(f, "template {template}, '{template_text}': {error}")
            }
            Self::Overlap { templates: [one, two], template_texts: [first, second], text } => {
                write!(f, "templates {one}, '{first}', and {two}, '{second}', both match '{text}'")
            }
        }
    }
}

impl core::error::Error for RouterError {}

/// The error for the template at an index.
fn unmatchable(templates: &[&Template], template: usize, error: MatcherError) -> RouterError {
    let text = templates.get(template).map_or("", |template| template.as_str());
    RouterError::Matcher { template, template_text: text.into(), error }
}

impl<T> Router<T> {
    /// A set of templates, each with its value.
    ///
    /// # Errors
    ///
    /// A template that has no matcher. With [`Overlaps::Refused`], also a template that is ambiguous, and two templates
    /// that match one text.
    ///
    /// ```
    /// use oneiri_template::{Overlaps, Router, Template};
    ///
    /// let routes = |texts: [&str; 2]| {
    ///     texts.map(|text| Template::parse(text).expect("a template")).into_iter().zip(0..)
    /// };
    /// let router = Router::new(routes(["/users/{id}", "/groups/{id}{?q}"]), Overlaps::Refused)?;
    /// assert_eq!(router.find("/groups/7").map(|(index, _)| *index), Some(1));
    ///
    /// let error = Router::new(routes(["/users/{id}", "/users/me"]), Overlaps::Refused).unwrap_err();
    /// let message = "templates 0, '/users/{id}', and 1, '/users/me', both match '/users/me'";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), oneiri_template::RouterError>(())
    /// ```
    pub fn new(routes: impl IntoIterator<Item = (Template, T)>, overlaps: Overlaps) -> Result<Self, RouterError> {
        match overlaps {
            Overlaps::Ranked => Self::build(routes, Template::matcher_shortest_first),
            Overlaps::Refused => {
                let router = Self::build(routes, Template::matcher)?;
                router.without_overlaps()?;
                Ok(router)
            }
        }
    }

    fn without_overlaps(&self) -> Result<(), RouterError> {
        let all: Vec<&Template> = self.templates().collect();
        let error = |(template, error)| unmatchable(&all, template, error);
        let union = Union::of(all.iter().copied().enumerate()).map_err(error)?;
        let Some((templates, text)) = union.overlap().map_err(|it| error((0, it)))? else {
            return Ok(());
        };
        // The union does not know that both values of a name that occurs twice are one.
        for template in templates {
            let matcher = &self.matchers[template];
            if matcher.matches(&text).is_err() {
                let name = matcher.template().repeated_name().unwrap_or_default().into();
                return Err(error((template, MatcherError::Repeated { name })));
            }
        }
        let template_texts = templates.map(|template| String::from(all[template].as_str()));
        Err(RouterError::Overlap { templates, template_texts, text })
    }

    fn build(
        routes: impl IntoIterator<Item = (Template, T)>,
        matcher: impl Fn(&Template) -> Result<Matcher, MatcherError>,
    ) -> Result<Self, RouterError> {
        let (templates, values): (Vec<Template>, Vec<T>) = routes.into_iter().unzip();
        let templates: Vec<&Template> = templates.iter().collect();
        let failed = |template, error| unmatchable(&templates, template, error);
        let mut matchers = Vec::new();
        for (template, it) in templates.iter().enumerate() {
            matchers.push(matcher(it).map_err(|error| failed(template, error))?);
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
        let error = |(rank, error): (usize, _)| failed(order.get(rank).copied().unwrap_or(rank), error);
        let others = Union::of(others.into_iter()).map_err(error)?;
        let too_large = || error((0, MatcherError::TooLarge));
        let plain = plain.finish().ok_or_else(too_large)?;
        Ok(Self { matchers, values, ranked, names, plain, others, paths: None })
    }

    /// Ignores the order of the pairs in the query of a text, and the pairs of names that a template does not have, as
    /// [`Matcher::lenient_query`] does. What is before the query leads to the template. Of several that match, the
    /// first by [`Overlaps::Ranked`] is found, because with any pairs in any order most templates of one path overlap.
    ///
    /// # Errors
    ///
    /// Templates that are too large together.
    ///
    /// ```
    /// use oneiri_template::{Overlaps, Router, Template, Value};
    ///
    /// let search = Template::parse("/search{?q,page}")?;
    /// let router = Router::new([(search, "search")], Overlaps::Refused)?.lenient_query()?;
    /// let (page, found) = router.find("/search?utm=mail&page=2&q=tea").ok_or("no route")?;
    /// assert_eq!((*page, found.get("q")), ("search", Some(&Value::from("tea"))));
    /// assert!(router.find("/other?q=tea").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lenient_query(mut self) -> Result<Self, RouterError> {
        let templates: Vec<&Template> = self.templates().collect();
        let before = |rank: &Ranked| before_query(templates[rank.template]);
        let paths: Vec<Template> = self.ranked.iter().map(before).collect();
        let paths = Union::of(paths.iter().enumerate()).map_err(|(rank, error)| {
            let template = self.ranked.get(rank).map_or(rank, |it| it.template);
            unmatchable(&templates, template, error)
        })?;
        self.paths = Some(paths);
        self.matchers = self.matchers.into_iter().map(Matcher::lenient_query).collect();
        Ok(self)
    }

    /// The templates, in the order in which they were given.
    pub fn templates(&self) -> impl ExactSizeIterator<Item = &Template> {
        self.matchers.iter().map(Matcher::template)
    }

    /// The number of templates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.matchers.len()
    }

    /// Whether there is no template.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.matchers.is_empty()
    }

    /// The value of the template that matches the whole text, and the values of its variables.
    #[must_use]
    pub fn find<'a>(&'a self, text: &'a str) -> Option<(&'a T, Match<'a>)> {
        let strict = self.place(text);
        let lenient = self.paths.as_ref().and_then(|paths| {
            let end = text.find(['?', '#']).unwrap_or(text.len());
            self.first(paths.find(&text[..end]), strict.as_ref().map(|(rank, _)| *rank), text)
        });
        let (rank, found) = lenient.or(strict)?;
        Some((self.values.get(self.ranked.get(rank)?.template)?, found))
    }

    /// The rank of the template that matches, and the values of its variables.
    fn place<'a>(&'a self, text: &'a str) -> Option<(usize, Match<'a>)> {
        let mut spans = EMPTY;
        let plain = self.plain.find(text.as_bytes(), &mut spans);
        let other = if self.others.is_empty() { None } else { self.other(text, plain) };
        if other.is_some() {
            return other;
        }
        let rank = plain?;
        let &Ranked { names: (start, end), .. } = self.ranked.get(rank)?;
        let spans = || self.names[start..end].iter().zip(&spans);
        let is_value = spans().all(|(_, span)| span.is_value && span.start < span.end);
        let captures = if is_value {
            spans().map(|(name, span)| borrowed(name, &text[span.start..span.end])).collect()
        } else {
            decoded(spans(), text)
        };
        Some((rank, Match::of(captures)))
    }

    /// The first of the templates that are not plain, if no plain one goes before it.
    #[inline(never)]
    fn other<'a>(&'a self, text: &'a str, plain: Option<usize>) -> Option<(usize, Match<'a>)> {
        self.first(self.others.find(text), plain, text)
    }

    /// The first of these ranks whose template matches, if it goes before the best one that is known.
    fn first<'a>(&'a self, mut ranks: Vec<usize>, best: Option<usize>, text: &'a str) -> Option<(usize, Match<'a>)> {
        ranks.sort_unstable();
        ranks.dedup();
        let ranks = ranks.into_iter().take_while(|&rank| best.is_none_or(|best| rank < best));
        let matcher = |rank: usize| &self.matchers[self.ranked[rank].template];
        ranks.map(|rank| (rank, matcher(rank))).find_map(|(rank, matcher)| Some((rank, matcher.matches(text).ok()?)))
    }
}

/// The values of texts of which some are empty or have a `,` or an escape.
#[inline(never)]
fn decoded<'a, 's>(spans: impl Iterator<Item = (&'a String, &'s Span)>, text: &'a str) -> Vec<Capture<'a>> {
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
