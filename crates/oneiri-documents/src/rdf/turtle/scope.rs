//! The base and the prefixes that are in force at a place of a document.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use oneiri::{Alphabet, Ascii, HasScheme, IriRef, MaybeScheme, Ri, Unicode, UriRef};

use super::grammar::{Declares, Term};
use super::lost::What;
use super::token::Token;
use crate::escapes::{self, Escapes, has_scheme};
use crate::options::Options;
use crate::repair::certain_repair;

/// What the directives before a place say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    base: Base,
    /// [`Options::repairs`](crate::Options::repairs).
    repairs: bool,
    /// [`Options::ascii`](crate::Options::ascii) and [`Options::absolute`](crate::Options::absolute).
    ascii: bool,
    absolute: bool,
    /// The prefixes in layers, the newest last. Stretches of a document share layers, and a shared
    /// layer never changes. A layer is merged into the one below it unless that is more than twice as
    /// large, so there are few layers, and each prefix is copied a few times in all.
    layers: Vec<Arc<Layer>>,
    /// The line in which an invalid statement may declare any prefix. It hides all that was declared before.
    all_lost: Option<u64>,
}

type Layer = HashMap<Arc<[u8]>, Prefix>;

/// What a prefix stands for.
#[derive(Clone, Debug)]
enum Prefix {
    Namespace(Namespace),
    /// The directive has no valid IRI.
    Invalid,
    /// An invalid statement may declare it in this line.
    Lost(u64),
}

#[derive(Clone, Debug, Default)]
enum Base {
    /// None is known.
    #[default]
    None,
    Iri(Arc<Ri<String, Unicode, HasScheme>>),
    /// The directive has no valid IRI.
    Invalid,
    /// An invalid statement may declare it in this line.
    Lost(u64),
}

/// Why a name or a reference represents no IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Something else was expected.
    Expected(&'static str),
    /// The declaration that it needs is in this line, within an invalid statement.
    Lost(u64),
}

#[derive(Clone, Debug)]
struct Namespace {
    text: Arc<str>,
    /// Whether letters, digits and escapes after it cannot make it invalid.
    open: bool,
}

/// The text of a reference, and whether it is in the document as it is.
pub(crate) struct Target<'r> {
    pub(crate) text: Cow<'r, str>,
    pub(crate) verbatim: bool,
}

impl Scope {
    pub(crate) fn new(Options { base, repairs, ascii, absolute, .. }: Options) -> Self {
        let base = base.map_or(Base::None, |it| Base::Iri(Arc::new(it)));
        Self { base, repairs, ascii, absolute, layers: Vec::new(), all_lost: None }
    }

    /// The target of a reference whose escapes are decoded. An invalid reference is its own target.
    pub(crate) fn target<'r>(&self, text: Cow<'r, str>) -> Result<Target<'r>, Unknown> {
        if has_scheme(text.as_bytes()) {
            return Ok(Target { text, verbatim: true });
        }
        match &self.base {
            Base::None => Ok(Target { text, verbatim: true }),
            Base::Invalid => Err(Unknown::Expected("an IRI with a scheme, because the base is invalid")),
            Base::Lost(line) => Err(Unknown::Lost(*line)),
            Base::Iri(base) => {
                let Ok(reference) = IriRef::parse(text.as_ref()) else {
                    return Ok(Target { text, verbatim: true });
                };
                let target = base.resolve(&reference).into_string();
                Ok(Target { text: target.into(), verbatim: false })
            }
        }
    }

    /// The IRI that a prefixed name represents. `None` if it is certainly valid.
    pub(crate) fn expand(&self, name: &[u8]) -> Result<Option<String>, Unknown> {
        let colon = name.iter().position(|byte| *byte == b':').unwrap_or(name.len());
        let namespace = match self.prefix(&name[..colon]) {
            Some(Prefix::Namespace(namespace)) => namespace,
            Some(Prefix::Invalid) => return Err(Unknown::Expected("a prefix that is declared with a valid IRI")),
            Some(Prefix::Lost(line)) => return Err(Unknown::Lost(*line)),
            None => {
                let expected = Unknown::Expected("a prefix that is declared above");
                return Err(self.all_lost.map_or(expected, Unknown::Lost));
            }
        };
        let local = name.get(colon + 1..).unwrap_or_default();
        if namespace.open && local.is_ascii() && memchr::memchr(b'\\', local).is_none() {
            return Ok(None);
        }
        // A backslash is before punctuation.
        let (mut iri, mut escaped) = (namespace.text.to_string(), false);
        for c in String::from_utf8_lossy(local).chars() {
            if c != '\\' || escaped {
                iri.push(c);
            }
            escaped = c == '\\' && !escaped;
        }
        if self.repairs && IriRef::parse(&iri).is_err() {
            return Err(Unknown::Expected("a prefixed name that stands for a valid IRI"));
        }
        Ok(Some(iri))
    }

    /// Whether an IRI or a prefixed name in these bytes is certainly valid as it is, for any program with these options.
    pub(super) fn is_valid(&self, term: &Term, bytes: &[u8]) -> bool {
        let is_valid = |iri: &str| {
            let is_one = if self.ascii { UriRef::parse(iri).is_ok() } else { IriRef::parse(iri).is_ok() };
            is_one && (!self.absolute || has_scheme(iri.as_bytes()))
        };
        match term {
            Term::Iri(token) => {
                let raw = bytes.get(token.start + 1..token.end - 1).and_then(|it| std::str::from_utf8(it).ok());
                let text = raw.and_then(|raw| escapes::decode(raw, Escapes::Iri).ok());
                text.and_then(|text| self.target(text).ok()).is_some_and(|target| is_valid(&target.text))
            }
            Term::Name(token) => match self.expand(bytes.get(token.start..token.end).unwrap_or_default()) {
                Ok(iri) => iri.is_none_or(|iri| is_valid(&iri)),
                Err(_) => false,
            },
            Term::Wrong(_) => false,
        }
    }

    fn prefix(&self, name: &[u8]) -> Option<&Prefix> {
        self.layers.iter().rev().find_map(|it| it.get(name))
    }

    /// Takes what an invalid statement in these bytes may declare in a line. What it stands for is then unknown until it
    /// is declared again. Returns whether it was known before.
    pub(crate) fn lose(&mut self, what: &What, bytes: &[u8], line: u64) -> bool {
        match what {
            What::Base if matches!(self.base, Base::Lost(_)) => return false,
            What::Base => self.base = Base::Lost(line),
            What::Prefixes if self.all_lost.is_some() && self.layers.is_empty() => return false,
            What::Prefixes => {
                self.all_lost = Some(line);
                self.layers.clear();
            }
            What::Prefix(range) => {
                let name = bytes.get(range.clone()).unwrap_or_default();
                match self.prefix(name) {
                    Some(Prefix::Lost(_)) => return false,
                    None if self.all_lost.is_some() => return false,
                    _ => self.insert(name, Prefix::Lost(line)),
                }
            }
        }
        true
    }

    /// Takes a directive of these bytes.
    pub(crate) fn declare(&mut self, directive: &Declares, bytes: &[u8]) {
        match directive {
            Declares::Base(iri) => {
                let base = self.iri(iri, bytes);
                let base = base.and_then(|it| Ri::<String, Unicode, HasScheme>::parse_owned(it).ok());
                self.base = base.map_or(Base::Invalid, |it| Base::Iri(Arc::new(it)));
            }
            Declares::Prefix(name, iri) => {
                let namespace = self.iri(iri, bytes).and_then(|text| {
                    let iri = Ri::<&str, Unicode, MaybeScheme>::parse(text.as_str()).ok()?;
                    let open = iri.host().is_none()
                        || !iri.path().is_empty()
                        || iri.query().is_some()
                        || iri.fragment().is_some();
                    Some(Namespace { open, text: text.into() })
                });
                let prefix = bytes.get(name.start..name.end - 1).unwrap_or_default();
                self.insert(prefix, namespace.map_or(Prefix::Invalid, Prefix::Namespace));
            }
        }
    }

    fn insert(&mut self, name: &[u8], prefix: Prefix) {
        self.own_layer();
        if let Some(layer) = self.layers.last_mut().and_then(Arc::get_mut) {
            layer.insert(name.into(), prefix);
        }
    }

    /// Makes the newest layer one that nothing else shares.
    fn own_layer(&mut self) {
        if self.layers.last_mut().and_then(Arc::get_mut).is_some() {
            return;
        }
        while let [.., below, top] = &mut self.layers[..] {
            if below.len() > 2 * top.len() {
                break;
            }
            let newer = top.iter().map(|(name, namespace)| (Arc::clone(name), namespace.clone()));
            Arc::make_mut(below).extend(newer);
            self.layers.pop();
        }
        self.layers.push(Arc::default());
    }

    /// The IRI between brackets, resolved. `None` if its escapes are invalid, or if the program refuses it.
    fn iri(&self, iri: &Token, bytes: &[u8]) -> Option<String> {
        let raw = std::str::from_utf8(bytes.get(iri.start + 1..iri.end - 1)?).ok()?;
        let mut text = escapes::decode(raw, Escapes::Iri).ok()?;
        if self.repairs {
            text = Cow::Owned(if self.ascii { repaired::<Ascii>(&text) } else { repaired::<Unicode>(&text) }?);
        }
        let text = self.target(text).ok()?.text;
        // A repair makes a URI of an IRI.
        let is_foreign = self.ascii && !self.repairs && !text.is_ascii();
        let is_refused = is_foreign || self.absolute && !has_scheme(text.as_bytes());
        (!is_refused).then(|| text.into_owned())
    }
}

/// The repaired form of a text. `None` if it has none, or if it would be a guess.
fn repaired<A: Alphabet>(text: &str) -> Option<String> {
    let repaired = Ri::<_, A, MaybeScheme>::parse_lenient(text).ok()?;
    let is_certain = repaired.as_str() == text || certain_repair(text, repaired.host().as_deref()).is_ok();
    is_certain.then(|| repaired.into_string())
}
