//! The lookup of the rules of a scheme by its name.

use super::builtin::RULES;
use super::rules::SchemeRules;
use crate::syntax::scan::EACH;
use crate::syntax::spans::Untyped;

/// The rules of all known schemes: the built-in rules, and the caller's own rules, which take precedence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Registry<'r> {
    own: &'r [(&'r str, SchemeRules)],
}

impl<'r> Registry<'r> {
    /// Adds these rules to the built-in ones. The registry looks a scheme up in `own` first, in order, and ignores
    /// its letter case.
    pub const fn new(own: &'r [(&'r str, SchemeRules)]) -> Self {
        Self { own }
    }

    /// The rules of a scheme; [`SchemeRules::GENERIC`] for an unknown scheme.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert_eq!(Registry::default().rules("HTTPS").default_port, Some(443));
    /// ```
    pub fn rules(&self, scheme: &str) -> SchemeRules {
        self.find(scheme).unwrap_or(SchemeRules::GENERIC)
    }

    /// Like [`rules`](Self::rules), but `None` for an unknown scheme. A known scheme may also have no rules beyond
    /// the generic syntax; then the result is `Some`.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert!(Registry::default().find("news").is_some());
    /// assert!(Registry::default().find("unheard-of").is_none());
    /// ```
    pub fn find(&self, scheme: &str) -> Option<SchemeRules> {
        self.get(scheme).copied()
    }

    fn get(&self, scheme: &str) -> Option<&SchemeRules> {
        self.own(scheme).or_else(|| {
            let (name, rules) = builtin(key(scheme.as_bytes()), scheme.len())?;
            name.eq_ignore_ascii_case(scheme).then_some(rules)
        })
    }

    /// Whether it is certain, without a look-up, that no rule of the scheme applies to a text without escapes and without
    /// a port, as long as IDNA is not asked for. Most texts are links of the web with a path, or files of a host that is
    /// not `localhost`, to which no rule applies.
    #[inline(always)]
    pub(crate) fn passes_over(&self, source: Untyped<'_, '_>) -> bool {
        const PLAIN: u64 = u64::from_le_bytes(*b"http://\0");
        const SECURE: u64 = u64::from_le_bytes(*b"https://");
        const LOCAL: u64 = u64::from_le_bytes(*b"file://\0");
        let first = source.text.as_bytes().first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
        let spans = source.spans;
        let other = spans.host_end - spans.host_start != "localhost".len();
        let known = (first << 8 == PLAIN << 8) | (first == SECURE) | ((first << 8 == LOCAL << 8) & other);
        known && spans.path_start < spans.path_end && self.own.is_empty()
    }

    /// Whether it is certain, without a look-up, that no rule of the scheme applies to a text, as long as IDNA is not asked
    /// for: it is a link of the web with a path and without a port, whatever its escapes and its letter case.
    #[inline(always)]
    pub(crate) fn is_web(&self, source: Untyped<'_, '_>) -> bool {
        const PLAIN: u64 = u64::from_le_bytes(*b"http://\0");
        const SECURE: u64 = u64::from_le_bytes(*b"https://");
        let first = source.text.as_bytes().first_chunk().map_or(0, |it| u64::from_le_bytes(*it));
        let folded = first | (u64::from(FOLD) * EACH);
        let spans = source.spans;
        (folded << 8 == PLAIN << 8 || folded == SECURE)
            && spans.path_start < spans.path_end
            && !source.has_port()
            && self.own.is_empty()
    }

    /// The rules of the scheme of an identifier.
    #[inline]
    pub(crate) fn rules_of(&self, source: Untyped<'_, '_>) -> Option<&SchemeRules> {
        let (scheme, length) = (source.scheme()?, source.spans.scheme_end);
        if let Some(rules) = self.own(scheme) {
            return Some(rules);
        }
        match source.text.as_bytes().first_chunk() {
            // Without a loop over the bytes, whose end a processor cannot foresee.
            Some(first) if length < 8 => {
                let folded = u64::from_le_bytes(*first) | (u64::from(FOLD) * EACH);
                builtin(folded & !(!0 << (8 * length)), length).map(|(_, rules)| rules)
            }
            _ => self.get(scheme),
        }
    }

    #[inline]
    fn own(&self, scheme: &str) -> Option<&SchemeRules> {
        let own = self.own.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        own.map(|(_, rules)| rules)
    }
}

/// The bit that distinguishes the two cases of a letter. All other characters of a scheme have it set.
const FOLD: u8 = 0x20;

/// The built-in rules of the scheme whose name has this key and this length. They may be those of another scheme if the
/// name is longer than a key, or is no name of a scheme.
#[inline]
fn builtin(key: u64, length: usize) -> Option<(&'static str, &'static SchemeRules)> {
    let index = usize::from(PLACES[place(key, length, FACTOR)]);
    let (name, rules) = RULES.get(index)?;
    (KEYS[index] == key && name.len() == length).then_some((*name, rules))
}

/// The first eight bytes of the name of a scheme in lower case, the first byte lowest.
const fn key(name: &[u8]) -> u64 {
    let (mut word, mut at) = (0, 0);
    while at < name.len() && at < 8 {
        word |= ((name[at] | FOLD) as u64) << (8 * at);
        at += 1;
    }
    word
}

const fn place(key: u64, length: usize, factor: u64) -> usize {
    ((key ^ length as u64).wrapping_mul(factor) >> (64 - BITS)) as usize
}

/// How many bits the places of keys have.
const BITS: u32 = 8;

/// A factor that gives all built-in names places of their own. It is searched when the library is compiled.
const FACTOR: u64 = {
    let mut factor = 0x9E37_79B9_7F4A_7C15;
    while places(factor).is_none() {
        factor = factor.wrapping_mul(0xD134_2543_DE82_EF95);
    }
    factor
};

/// For each place, the index of the rules; [`NONE`] if there are none.
static PLACES: [u8; 1 << BITS] = match places(FACTOR) {
    Some(places) => places,
    None => [NONE; 1 << BITS],
};

/// The keys of the built-in names, in their order.
static KEYS: [u64; RULES.len()] = {
    let mut keys = [0; RULES.len()];
    let mut index = 0;
    while index < RULES.len() {
        keys[index] = key(RULES[index].0.as_bytes());
        index += 1;
    }
    keys
};

const NONE: u8 = u8::MAX;

/// The index of the rules for each place; `None` if two names have the same place.
const fn places(factor: u64) -> Option<[u8; 1 << BITS]> {
    let mut places = [NONE; 1 << BITS];
    let mut index = 0;
    while index < RULES.len() {
        let name = RULES[index].0.as_bytes();
        let place = place(key(name), name.len(), factor);
        if places[place] != NONE {
            return None;
        }
        places[place] = index as u8;
        index += 1;
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::{RULES, Registry, SchemeRules};
    use alloc::string::String;

    use crate::syntax::error::Grammar;
    use crate::syntax::parse::parse;
    use crate::syntax::spans::Untyped;

    /// [`Registry::passes_over`] relies on it.
    #[test]
    fn links_with_a_path_and_without_a_port_have_no_rules() {
        let file = SchemeRules { local_host: false, source: "", ..Registry::default().rules("file") };
        assert_eq!(file, SchemeRules::GENERIC, "but for a host that is named, or no authority");
        for scheme in ["http", "https"] {
            let rules = Registry::default().rules(scheme);
            let relied_on = SchemeRules {
                default_port: None,
                empty_path_is_root: false,
                dns_host: false,
                observable: false,
                source: "",
                ..rules
            };
            assert_eq!(relied_on, SchemeRules::GENERIC, "{scheme}");
        }
        let grammar = Grammar { unicode: false, scheme: true };
        let own = [("http", SchemeRules::GENERIC)];
        for (text, passed) in [
            ("http://h/", true),
            ("https://h/x?", true),
            ("http://h", false),
            ("https://h?q", false),
            ("http:/h/x", false),
            ("httpx://h/x", false),
            ("ftp://h/x", false),
            ("file:///x", true),
            ("file:///", true),
            ("file://h/x", true),
            ("file://localhost/x", false),
            ("file://LOCALHOST/x", false),
            ("file://h", false),
            ("file:/x//y", false),
        ] {
            let spans = parse(text, grammar).expect("a URI");
            let source = Untyped { text, spans: &spans };
            assert_eq!(Registry::default().passes_over(source), passed, "{text}");
            assert!(!Registry::new(&own).passes_over(source), "{text}");
        }
    }

    #[test]
    fn every_name_is_found_in_any_case_and_no_other_name() {
        let registry = Registry::default();
        let grammar = Grammar { unicode: false, scheme: true };
        for (name, rules) in RULES {
            for name in [String::from(*name), name.to_ascii_uppercase()] {
                assert_eq!(registry.find(&name), Some(*rules), "{name}");
                let text = name.clone() + "://h/path";
                let spans = parse(&text, grammar).expect("a URI");
                let found = registry.rules_of(Untyped { text: &text, spans: &spans });
                assert_eq!(found, Some(rules), "{text}");
            }
            // Characters that differ from those of the name in the bit of the case, but are no letters.
            let other: String = name.bytes().map(|byte| char::from(byte & !0x20)).collect();
            let is_name = other.eq_ignore_ascii_case(name);
            assert_eq!(registry.find(&other).is_some(), is_name, "{other:?}");
            assert_eq!(registry.find(&(String::from(*name) + "x")), None);
        }
    }
}
