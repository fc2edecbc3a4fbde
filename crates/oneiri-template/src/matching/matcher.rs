//! Matching in linear time: backwards, to find what can lead to the end of the text, then forwards.

use alloc::vec;
use alloc::vec::Vec;

use super::ambiguity::ambiguity;
use super::automaton::Automaton;
use super::build::build;
use super::error::{MatcherError, Mismatch};
use super::reading::{Match, reading};
use super::symbol::{Symbol, symbol};
use crate::template::Template;

/// Which reading of a text is taken, where a template has several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// From left to right: a variable that can have a value has one, and each value is as short as the rest
    /// of the text allows. `{a}{b}` reads `xyz` as `x` and `yz`.
    ShortestFirst,
}

/// A template that reads texts: the reverse of [`Template::expand`].
///
/// # What the expansion keeps
///
/// Values that expand to the same text in every template cannot be told apart. A matcher gives the first
/// of each:
///
/// * no value; an empty text, of which `{x}` and `{+x}` write nothing; an empty list;
/// * a text; a list of one text; with `+` and `#` every list and map;
/// * a list; a map that is not exploded; with `{.x*}` a text or list whose texts have dots in them.
#[derive(Clone, Debug)]
pub struct Matcher {
    template: Template,
    automaton: Automaton,
    /// For each place the places that it may follow.
    before: Vec<Vec<usize>>,
    repeated: bool,
}

impl Template {
    /// The matcher of a template that is not ambiguous.
    ///
    /// # Errors
    ///
    /// Two readings of one text, if there is such a text; and templates for which this is not decided.
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
        match ambiguity(&matcher.template, &matcher.automaton)? {
            None => Ok(matcher),
            Some(found) => Err(found),
        }
    }

    /// The matcher of any template: a rule says which reading it takes.
    ///
    /// If a name stands in the template twice, a text does not match whose chosen reading has two values
    /// for it.
    ///
    /// # Errors
    ///
    /// Escapes in literals that are not a whole character, and templates that are too large.
    ///
    /// ```
    /// use oneiri_template::{Rule, Template, Value};
    ///
    /// let matcher = Template::parse("{name}.{ending}")?.matcher_by(Rule::ShortestFirst)?;
    /// assert_eq!(matcher.matches("a.tar.gz")?.get("ending"), Some(&Value::from("tar.gz")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matcher_by(&self, rule: Rule) -> Result<Matcher, MatcherError> {
        match rule {
            Rule::ShortestFirst => self.compiled(),
        }
    }

    fn compiled(&self) -> Result<Matcher, MatcherError> {
        let automaton = build(self)?;
        let mut before = vec![Vec::new(); automaton.places.len()];
        for (place, follow) in automaton.follow.iter().enumerate() {
            follow.iter().for_each(|&next| before[next].push(place));
        }
        let repeated = self.repeated_name().is_some();
        Ok(Matcher { template: self.clone(), automaton, before, repeated })
    }
}

/// So many symbols are looked at with all that was found behind them; of the others it is found again.
const BLOCK: usize = 1024;

/// A set of places.
type Set = Vec<u64>;

fn has(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

fn add(set: &mut [u64], place: usize) {
    set[place / 64] |= 1 << (place % 64);
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        core::iter::successors(Some(word).filter(|&word| word != 0), next)
            .map(move |rest| 64 * index + rest.trailing_zeros() as usize)
    })
}

impl Matcher {
    /// The template.
    #[must_use]
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Matches the whole text, strictly: the result expands to this very text. The time is linear in the
    /// length of the text.
    ///
    /// # Errors
    ///
    /// The first byte at which no expansion goes on as the text does.
    pub fn matches(&self, text: &str) -> Result<Match, Mismatch> {
        let mut symbols = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some((symbol, end)) = symbol(text.as_bytes(), at) {
            symbols.push((symbol, end));
            at = end;
        }
        if at < text.len() {
            return Err(self.mismatch(text, &symbols));
        }
        let path = self.path(&symbols).ok_or_else(|| self.mismatch(text, &symbols))?;
        let mut start = 0;
        let steps = path.into_iter().zip(&symbols).map(|(place, &(_, end))| {
            let step = (self.automaton.places[place], start, end);
            start = end;
            step
        });
        let found = reading(&self.template, text, steps);
        // Values of a name that stands twice must be one value.
        let is_sound = |found: &Match| {
            !self.repeated || self.template.expand(found).is_ok_and(|expansion| expansion == text)
        };
        found.filter(is_sound).ok_or(Mismatch { start: text.len(), found: None })
    }

    /// The places of the preferred reading.
    fn path(&self, symbols: &[(Symbol, usize)]) -> Option<Vec<usize>> {
        let mut path: Vec<usize> = Vec::with_capacity(symbols.len());
        // For each block, what can lead to the end from its last symbol.
        let mut ends = Vec::new();
        let mut next: Option<Set> = None;
        let blocks = symbols.len().div_ceil(BLOCK);
        for block in (1..blocks).rev() {
            ends.push(next.clone());
            next = Some(self.back(&symbols[block * BLOCK..], next)?.swap_remove(0));
        }
        ends.push(next);
        for block in symbols.chunks(BLOCK) {
            let sets = self.back(block, ends.pop()?)?;
            for set in &sets {
                let from = path.last().copied();
                let next = self.automaton.next(from).iter().find(|&&next| has(set, next));
                path.push(*next?);
            }
        }
        self.automaton.accepts(path.last().copied()).then_some(path)
    }

    /// For each symbol of the first block, the places that take it and can lead to the end. `end` is the
    /// set of the symbol behind the block, or `None` at the end of the text.
    fn back(&self, symbols: &[(Symbol, usize)], end: Option<Set>) -> Option<Vec<Set>> {
        let block = &symbols[..symbols.len().min(BLOCK)];
        let Automaton { places, last, .. } = &self.automaton;
        let words = places.len().div_ceil(64);
        let mut sets = vec![Vec::new(); block.len()];
        let mut behind = end;
        for (set, &(symbol, _)) in sets.iter_mut().zip(block).rev() {
            *set = vec![0; words];
            let mut any = false;
            let mut take = |place: usize| {
                if places[place].class.has(symbol) {
                    add(set, place);
                    any = true;
                }
            };
            match &behind {
                None => (0..places.len()).filter(|&place| last[place]).for_each(take),
                Some(behind) => members(behind)
                    .for_each(|next| self.before[next].iter().for_each(|&it| take(it))),
            }
            if !any {
                return None;
            }
            behind = Some(set.clone());
        }
        Some(sets)
    }

    /// Where a text that does not match stops to be the beginning of an expansion.
    fn mismatch(&self, text: &str, symbols: &[(Symbol, usize)]) -> Mismatch {
        let Automaton { places, follow, first, .. } = &self.automaton;
        let words = places.len().div_ceil(64);
        let (mut start, mut set): (usize, Option<Set>) = (0, None);
        for &(symbol, end) in symbols {
            let mut next = vec![0; words];
            let mut take = |place: usize| {
                if places[place].class.has(symbol) {
                    add(&mut next, place);
                }
            };
            match &set {
                None => first.iter().for_each(|&place| take(place)),
                Some(set) => {
                    members(set).for_each(|from| follow[from].iter().for_each(|&it| take(it)))
                }
            }
            if next.iter().all(|&word| word == 0) {
                break;
            }
            (start, set) = (end, Some(next));
        }
        Mismatch { start, found: text[start..].chars().next() }
    }
}
