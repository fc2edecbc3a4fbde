//! Whether all expansions of a template are references.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::build::build;
use super::symbol::Symbol;
use crate::encode::is_unreserved;
use crate::template::Template;

/// Where a reader of a reference is: RFC 3986 appendix A, without IP literals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Start,
    /// What may become a scheme, or a first segment.
    Scheme,
    /// A first segment that is no scheme, so it may not have a colon.
    Segment,
    /// After a scheme and its colon.
    Hierarchy,
    /// After a `/` that may begin an authority.
    Slash,
    /// A userinfo or a host.
    Authority,
    /// Digits after the colon of an authority: a port, or a part of a userinfo.
    Digits,
    /// A userinfo, which needs an `@`.
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

impl State {
    /// The state after a symbol, or `None` if no reference goes on so.
    fn next(self, symbol: Symbol) -> Option<Self> {
        use State::*;
        // An escape is where unreserved characters are, but not in a scheme or a port.
        let byte = match symbol {
            Symbol::Raw(byte) => byte,
            Symbol::Escaped(_) | Symbol::Odd(_) => b'~',
        };
        let is_delimiter = matches!(byte, b'!' | b'$' | b'&'..=b',' | b';' | b'=');
        match (self, byte) {
            (Fragment, b'?' | b'/') => Some(Fragment),
            (Query, b'?' | b'/') => Some(Query),
            (Fragment, b'#') | (_, b'[' | b']') => None,
            (Userinfo, b'/' | b'?' | b'#') => None,
            (_, b'#') => Some(Fragment),
            (_, b'?') => Some(Query),
            (Start | Hierarchy, b'/') => Some(Slash),
            (Slash, b'/') => Some(Authority),
            (_, b'/') => Some(Path),
            (Scheme, b':') => Some(Hierarchy),
            (Start | Segment, b':') => None,
            (Authority, b':') => Some(Digits),
            (Host, b':') => Some(Port),
            (Digits, b':') => Some(Userinfo),
            (Authority | Digits | Userinfo, b'@') => Some(Host),
            (Host, b'@') => None,
            (Port, _) => byte.is_ascii_digit().then_some(Port),
            _ if !(is_delimiter || is_unreserved(byte) || matches!(byte, b':' | b'@')) => None,
            (Start, _) if byte.is_ascii_alphabetic() => Some(Scheme),
            (Scheme, b'+' | b'-' | b'.') => Some(Scheme),
            (Scheme, _) if byte.is_ascii_alphanumeric() => Some(Scheme),
            (Start | Scheme, _) => Some(Segment),
            (Hierarchy | Slash, _) => Some(Path),
            (Digits, _) if !byte.is_ascii_digit() => Some(Userinfo),
            _ => Some(self),
        }
    }
}

impl Template {
    /// Whether all expansions are references, so that [`expand_ref`](Self::expand_ref) rejects none.
    ///
    /// `true` is certain. `false` is also the answer for an IP literal in the template, and for templates
    /// that have no [`matcher_shortest_first`](Self::matcher_shortest_first).
    ///
    /// ```
    /// use oneiri_template::Template;
    ///
    /// assert!(Template::parse("http://h/{x}{?y}")?.is_always_reference());
    /// // With x = "1:" the first segment has a colon, and with "[" a path has a bracket.
    /// assert!(!Template::parse("{+x}")?.is_always_reference());
    /// # Ok::<(), oneiri_template::Error>(())
    /// ```
    #[must_use]
    pub fn is_always_reference(&self) -> bool {
        let Ok(automaton) = build(self) else { return false };
        let symbols: Vec<_> = (0..0x80).map(Symbol::Raw).chain([Symbol::Escaped(' '), Symbol::Escaped('%')]).collect();
        let mut open = Vec::from([(None, State::Start)]);
        let mut seen = BTreeSet::new();
        while let Some((place, state)) = open.pop() {
            for &next in automaton.next(place) {
                let class = automaton.places[next].class;
                let exact = match class {
                    super::symbol::Class::Exact(symbol) => Some(symbol),
                    _ => None,
                };
                let all = symbols.iter().copied().filter(|&symbol| class.has(symbol));
                for symbol in exact.into_iter().chain(all) {
                    match state.next(symbol) {
                        None => return false,
                        Some(State::Userinfo) if automaton.last[next] => return false,
                        Some(state) if seen.insert((next, state)) => open.push((Some(next), state)),
                        Some(_) => {}
                    }
                }
            }
        }
        true
    }
}
