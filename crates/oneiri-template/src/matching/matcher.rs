//! Matching in linear time: one pass that takes back a choice which leads nowhere, and a search where it would
//! take back too much.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;

use oneiri::Rung;

use super::ambiguity::ambiguity;
use super::automaton::{Automaton, Next};
use super::build::build;
use super::capture::Match;
use super::error::{Expected, MatcherError, Mismatch};
use super::lenient::Query;
use super::reading::{Items, Mark, Variables};
use super::search::{Backwards, mismatch};
use super::symbol::symbol;
use crate::template::Template;

/// A template that reads texts: the reverse of [`Template::expand`].
///
/// # What the expansion keeps
///
/// Some values expand to the same text in every template, so nobody can tell which one was meant. A matcher gives the
/// first of each line:
///
/// * no value, an empty text, of which `{x}` and `{+x}` write nothing, or an empty list
/// * a text, a list of one text, or with `+` and `#` every list and map
/// * a list, a map that is not exploded, or with `{.x*}` a text or list whose texts have dots in them
#[derive(Clone, Debug)]
pub struct Matcher {
    template: Template,
    automaton: Automaton,
    variables: Variables,
    /// `None` if each symbol of any text leaves at most one place to go.
    backwards: Option<Backwards>,
    /// For `lenient_query`.
    query: Option<Query>,
    /// For `at`: the rung, and the matcher of the template with normalized literals.
    pub(crate) rung: Option<(Rung, Box<Matcher>)>,
}

impl Template {
    /// The matcher of a template that is not ambiguous.
    ///
    /// # Errors
    ///
    /// If one text has two readings, which the error shows, or if this cannot be decided.
    ///
    /// ```
    /// use oneiri_template::{MatcherError, Template, Value};
    ///
    /// let matcher = Template::parse("/users/{id}{?fields*}")?.matcher()?;
    /// let found = matcher.matches("/users/ad%2Fa?fields=name&fields=age")?;
    /// assert_eq!(found.get("id"), Some(&Value::from("ad/a")));
    /// assert!(found.captures()[0].hazards.slash);
    /// assert_eq!(found.get("fields"), Some(&Value::from(["name", "age"])));
    ///
    /// let error = Template::parse("{a}{b}")?.matcher().unwrap_err();
    /// let MatcherError::Ambiguous(ambiguity) = error else { panic!() };
    /// assert_eq!(ambiguity.to_string(), r#"'a' is the expansion of {a="a"} and of {b="a"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matcher(&self) -> Result<Matcher, MatcherError> {
        let matcher = self.compiled()?;
        match ambiguity(&matcher.template, &matcher.automaton, &matcher.variables)? {
            None => Ok(matcher),
            Some(found) => Err(found),
        }
    }

    /// The matcher of any template, also of an ambiguous one. It reads a text from left to right: a variable that can have
    /// a value has one, and each value is as short as the rest of the text allows. `{a}{b}` reads `xyz` as `x` and `yz`.
    ///
    /// If a name is in the template twice, a text does not match whose chosen reading has two values
    /// for it.
    ///
    /// # Errors
    ///
    /// If an escape in a literal is not a whole character, or if the template is too large.
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let matcher = Template::parse("{name}.{ending}")?.matcher_shortest_first()?;
    /// assert_eq!(matcher.matches("a.tar.gz")?.get("ending"), Some(&Value::from("tar.gz")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matcher_shortest_first(&self) -> Result<Matcher, MatcherError> {
        self.compiled()
    }

    pub(crate) fn compiled(&self) -> Result<Matcher, MatcherError> {
        let automaton = build(self)?;
        let backwards = (!automaton.is_deterministic()).then(|| Backwards::of(&automaton));
        let (template, variables) = (self.clone(), Variables::of(self));
        Ok(Matcher { template, automaton, variables, backwards, query: None, rung: None })
    }
}

/// A symbol that several places take: those after `last` that are not tried yet, from an index on, and the
/// items before it.
struct Choice {
    last: Option<usize>,
    at: usize,
    untried: usize,
    items: Mark,
}

impl Matcher {
    /// The template.
    #[must_use]
    pub fn template(&self) -> &Template {
        &self.template
    }

    pub(crate) fn is_lenient(&self) -> bool {
        self.query.is_some()
    }

    /// Whether a text that the automaton takes may not match, because a name is in the template twice.
    pub(crate) fn is_repeated(&self) -> bool {
        self.variables.1
    }

    /// Ignores the order of the pairs in the query of a text, and the pairs of names that the template does
    /// not have: [`Match::unknown`] lists these. A variable without a pair is undefined.
    ///
    /// The pairs of the text are put into the order of the template, and this text must match. A second
    /// pair of a name is an error unless the variable is exploded. The first exploded variable also takes
    /// the pairs of unknown names, as a map, which it does in a strict match, too. Pairs are
    /// separated by `&`, and one without `=` has the empty value.
    ///
    /// ```
    /// use oneiri_template::{Template, Value};
    ///
    /// let matcher = Template::parse("/search{?q,page}")?.matcher()?;
    /// let text = "/search?utm=mail&page=2&q=tea";
    /// assert!(matcher.matches(text).is_err());
    /// let matcher = matcher.lenient_query();
    /// let found = matcher.matches(text)?;
    /// assert_eq!(found.get("q"), Some(&Value::from("tea")));
    /// assert_eq!(found.unknown(), ["utm=mail"]);
    /// assert_eq!(matcher.matches("/search?page=3")?.to_string(), r#"{page="3"}"#);
    /// assert!(matcher.matches("/search?page=3&page=4").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lenient_query(mut self) -> Self {
        self.query = Some(Query::of(&self.template));
        if let Some((_, normal)) = &mut self.rung {
            normal.query = Some(Query::of(&normal.template));
        }
        self
    }

    /// Matches the whole text. The result expands to this very text, unless
    /// [`lenient_query`](Self::lenient_query) or [`at`](Self::at) allow another one. The time is linear in
    /// the length of the text.
    ///
    /// # Errors
    ///
    /// The first byte at which no expansion goes on as the text does.
    pub fn matches<'a>(&'a self, text: &'a str) -> Result<Match<'a>, Mismatch> {
        match &self.rung {
            Some((rung, normal)) => self.spelled(text, *rung, normal),
            None => self.as_it_stands(text),
        }
    }

    /// Matches the text without regard to a rung.
    pub(crate) fn as_it_stands<'a>(&'a self, text: &'a str) -> Result<Match<'a>, Mismatch> {
        match &self.query {
            None => self.strict(text),
            Some(query) => self.leniently(text, query),
        }
    }

    /// Matches the text whose pairs are put into the order of the template.
    fn leniently<'a>(&'a self, text: &'a str, query: &Query) -> Result<Match<'a>, Mismatch> {
        if !query.is_exploded() {
            if let Ok(found) = self.strict(text) {
                return Ok(found);
            }
        }
        let Some(reordered) = query.reorder(text) else { return self.strict(text) };
        match self.strict(&reordered.text).map(Match::into_owned) {
            Ok(mut found) => {
                found.unknown = reordered.unknown();
                Ok(found)
            }
            // The `?` may belong to a value.
            Err(error) => self.strict(text).map_err(|_| reordered.moved(error)),
        }
    }

    /// Matches the text with its query as it is.
    pub(crate) fn strict<'a>(&'a self, text: &'a str) -> Result<Match<'a>, Mismatch> {
        let items = match self.pass(text.as_bytes()) {
            Ok(items) => items,
            Err((last, start)) if self.backwards.is_none() => {
                let expected = self.automaton.expected(iter::once(last));
                return Err(Mismatch::at(text, start, expected));
            }
            Err(_) => self.search(text)?,
        };
        let differ = |start| Mismatch::at(text, start, Expected::Value);
        let found = items.finish(&self.variables, &self.template, text).map_err(differ)?;
        // A name that occurs twice may have a value at one of its places and none at another.
        let is_sound = !self.is_repeated() || self.template.expand(&found).is_ok_and(|expansion| expansion == text);
        if is_sound { Ok(found) } else { Err(differ(text.len())) }
    }

    /// The items of the preferred reading, or where no place takes the symbol. Where several do, the others
    /// are tried later, unless this goes over too many bytes again.
    fn pass(&self, text: &[u8]) -> Result<Items, (Option<usize>, usize)> {
        let Automaton { places, bytes, chain, .. } = &self.automaton;
        let (mut items, mut last, mut at) = (Items::of(&self.variables), None, 0);
        let (mut choices, mut untried) = (Vec::new(), 0);
        let mut budget = 64 + 4 * text.len();
        loop {
            if at == text.len() && self.automaton.accepts(last) {
                return Ok(items);
            }
            let step = match text.get(at) {
                None => None,
                Some(&byte) => match self.automaton.step(last, byte) {
                    Next::One(next) if byte != b'%' => Some((next, at + 1)),
                    Next::None if byte != b'%' => None,
                    _ => self.choose(last, text, at, untried).map(|(next, other, end)| {
                        if let Some(untried) = other.filter(|_| self.backwards.is_some()) {
                            choices.push(Choice { last, at, untried, items: items.mark() });
                        }
                        (next, end)
                    }),
                },
            };
            let Some((mut next, mut end)) = step else {
                let choice: Choice = choices.pop().ok_or((last, at))?;
                budget = budget.checked_sub(1 + at - choice.at).ok_or((last, at))?;
                (last, at, untried) = (choice.last, choice.at, choice.untried);
                items.reset(choice.items);
                continue;
            };
            if chain[next] > 0 {
                let behind = &bytes[next + 1..=next + chain[next]];
                if text[end..].starts_with(behind) {
                    (next, end) = (next + behind.len(), end + behind.len());
                }
            } else if bytes[next] == 0xFF {
                end = self.automaton.run(next, text, end);
            }
            items.step(&self.variables, places[next], at, end);
            (last, at, untried) = (Some(next), end, 0);
        }
    }

    /// The first place from this index on that takes the symbol here, the index of the second one, and the
    /// end of the symbol.
    fn choose(
        &self,
        last: Option<usize>,
        text: &[u8],
        at: usize,
        untried: usize,
    ) -> Option<(usize, Option<usize>, usize)> {
        let (symbol, end) = symbol(text, at)?;
        let mut first = None;
        for (way, &place) in self.automaton.next(last).iter().enumerate().skip(untried) {
            match first {
                _ if !self.automaton.takes(place, symbol) => {}
                None => first = Some(place),
                Some(first) => return Some((first, Some(way), end)),
            }
        }
        Some((first?, None, end))
    }

    /// The items of the preferred reading.
    fn search(&self, text: &str) -> Result<Items, Mismatch> {
        let mut symbols = Vec::with_capacity(text.len());
        let (mut items, mut at) = (Items::default(), 0);
        while let Some((symbol, end)) = symbol(text.as_bytes(), at) {
            symbols.push((symbol, end));
            at = end;
        }
        let backwards = self.backwards.as_ref().filter(|_| at == text.len());
        let path = backwards.and_then(|it| it.path(&self.automaton, &symbols));
        let path = path.ok_or_else(|| mismatch(&self.automaton, text, &symbols))?;
        let mut start = 0;
        for (place, &(_, end)) in path.into_iter().zip(&symbols) {
            items.step(&self.variables, self.automaton.places[place], start, end);
            start = end;
        }
        Ok(items)
    }
}
