//! A set of assumptions, and the texts under them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::{Alphabet, Component, MaybeScheme, Parts, Ri};

use super::assumption::Assumption;
use super::pairs;
use super::rewrite;
use super::trackers::Trackers;

/// Some assumptions. The order in which they were named does not matter.
#[derive(Debug)]
pub struct Assumptions {
    set: Set,
    trackers: Trackers,
}

/// Which assumptions are in a set, by their places in [`Assumption::ALL`].
type Set = [bool; Assumption::ALL.len()];

fn has(set: Set, assumption: Assumption) -> bool {
    set.get(assumption.nth()).is_some_and(|has| *has)
}

impl Assumptions {
    /// These assumptions.
    #[must_use]
    pub fn new(names: &[Assumption], trackers: Trackers) -> Self {
        Self { set: Assumption::ALL.map(|it| names.contains(&it)), trackers }
    }

    /// The assumptions of the set, in a fixed order.
    pub fn each(&self) -> impl Iterator<Item = Assumption> {
        Assumption::ALL.into_iter().filter(|&it| has(self.set, it))
    }

    /// The name of an assumption with its version.
    #[must_use]
    pub fn versioned(&self, assumption: Assumption) -> &str {
        match assumption {
            Assumption::Trackers => self.trackers.versioned(),
            other => other.versioned(),
        }
    }

    /// The text of an identifier under the assumptions, if they change it. Only `http`, `https` and
    /// `file` change. The identifier must be a normal form of the scheme rung, and the result is one.
    #[must_use]
    pub fn change<T: AsRef<str>, A: Alphabet>(&self, normal: &Ri<T, A, MaybeScheme>) -> Option<String> {
        self.change_by(self.set, &normal.as_borrowed())
    }

    fn change_by<A: Alphabet>(&self, set: Set, normal: &Ri<&str, A, MaybeScheme>) -> Option<String> {
        let has = |assumption| has(set, assumption);
        let Parts { scheme, userinfo, host, port, path, query, fragment } = normal.parts();
        let (scheme, host) = (scheme?, host?);
        if scheme == "file" && has(Assumption::Drive) {
            return with_drive(normal);
        }
        if !matches!(scheme, "http" | "https") {
            return None;
        }
        let scheme = if has(Assumption::Https) && port.is_none() { "https" } else { scheme };
        let host = if has(Assumption::Www) { rewrite::without_www(host) } else { host };
        let lower = has(Assumption::Case).then(|| rewrite::lower(path));
        let path = lower.as_deref().unwrap_or(path);
        let path = rewrite::shortened(path, has(Assumption::Slash), has(Assumption::Index));
        let mut query = query.map(Cow::Borrowed);
        if has(Assumption::Trackers) {
            query = query.and_then(|query| {
                let kept = pairs::without(&query, false, |name| self.trackers.has(name));
                kept.map(|kept| Cow::Owned(kept.into_owned()))
            });
        }
        if has(Assumption::QueryOrder) {
            query = query.map(|query| Cow::Owned(rewrite::in_order(&query)));
        }
        let mut text = String::with_capacity(normal.as_str().len() + 1);
        let mut push = |before: &str, part: Option<&str>, behind: &str| {
            if let Some(part) = part {
                [before, part, behind].into_iter().for_each(|piece| text.push_str(piece));
            }
        };
        push("", Some(scheme), "://");
        push("", userinfo, "@");
        push("", Some(host), "");
        push(":", port, "");
        push("", Some(path), "");
        push("?", query.as_deref(), "");
        push("#", fragment, "");
        (text != normal.as_str()).then_some(text)
    }

    /// The assumptions that two normal forms need to have the same text. None of them can be left
    /// out. Returns `None` if the texts differ under all assumptions of the set.
    #[must_use]
    pub fn needed<A: Alphabet>(
        &self,
        a: &Ri<&str, A, MaybeScheme>,
        b: &Ri<&str, A, MaybeScheme>,
    ) -> Option<Vec<Assumption>> {
        let same = |set: Set| {
            let [a, b] = [a, b].map(|it| match self.change_by(set, it) {
                Some(text) => Cow::Owned(text),
                None => Cow::Borrowed(it.as_str()),
            });
            a == b
        };
        let mut set = self.set;
        if !same(set) {
            return None;
        }
        // What is equal under some assumptions stays equal under more of them, so one round is
        // enough.
        for nth in 0..set.len() {
            let mut less = set;
            less[nth] = false;
            if same(less) {
                set = less;
            }
        }
        Some(Assumption::ALL.into_iter().filter(|&it| has(set, it)).collect())
    }
}

/// The text of a `file` URL under [`Assumption::Drive`] alone, if it changes the text: with its drive as `C:`. Other schemes do
/// not change. The identifier must be a normal form of the scheme rung, and the result is one.
///
/// ```
/// use oneiri::IriRef;
/// use oneiri_lint::assume::with_drive;
///
/// assert_eq!(with_drive(&IriRef::parse("file:///c%3A/a")?).as_deref(), Some("file:///C:/a"));
/// assert_eq!(with_drive(&IriRef::parse("http://h/c%3A/a")?), None);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[must_use]
pub fn with_drive<T: AsRef<str>, A: Alphabet>(normal: &Ri<T, A, MaybeScheme>) -> Option<String> {
    let normal = normal.as_borrowed();
    if normal.scheme() != Some("file") {
        return None;
    }
    let (before, after) = normal.as_str().split_at(normal.range(Component::Path)?.start);
    rewrite::with_drive(after).map(|path| [before, &path].concat())
}
