//! The names of query parameters that only track.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The list that comes with the crate.
const SHIPPED: &str = include_str!("trackers.txt");

/// A list of names and of beginnings of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trackers {
    names: BTreeSet<String>,
    beginnings: BTreeSet<String>,
    /// The name of the assumption with the version of the list.
    versioned: String,
}

impl Trackers {
    /// The list of this version of the crate.
    #[must_use]
    pub fn shipped() -> Self {
        // A test reads the whole list.
        let (names, beginnings) = read(SHIPPED).unwrap_or_default();
        Self { names, beginnings, versioned: "trackers@1".to_owned() }
    }

    /// The list of a user: a name on each line, with `*` at its end if all names with this beginning
    /// are meant. `#` begins a comment. Its version is a hash of the names, so the same names have
    /// the same version.
    ///
    /// # Errors
    ///
    /// The number of the line, from 1, and what is wrong with it.
    pub fn own(text: &str) -> Result<Self, (usize, String)> {
        let (names, beginnings) = read(text)?;
        let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
        all.push("*");
        all.extend(beginnings.iter().map(String::as_str));
        let hash = fnv(all.join("\n").as_bytes());
        let versioned = format!("trackers@own-{hash:016x}");
        Ok(Self { names, beginnings, versioned })
    }

    /// The name of the assumption with the version of the list.
    #[must_use]
    pub fn versioned(&self) -> &str {
        &self.versioned
    }

    /// Whether the list has this decoded name of a pair.
    #[must_use]
    pub fn has(&self, name: &[u8]) -> bool {
        let is_named = core::str::from_utf8(name).is_ok_and(|name| self.names.contains(name));
        is_named || self.beginnings.iter().any(|beginning| name.starts_with(beginning.as_bytes()))
    }
}

type Lists = (BTreeSet<String>, BTreeSet<String>);

fn read(text: &str) -> Result<Lists, (usize, String)> {
    let (mut names, mut beginnings) = Lists::default();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{FEFF}').lines()) {
        let entry = line.split('#').next().unwrap_or_default().trim();
        let (name, list) = match entry.strip_suffix('*') {
            Some(beginning) => (beginning, &mut beginnings),
            None => (entry, &mut names),
        };
        if entry.is_empty() {
            continue;
        }
        let wrong = |c: char| c.is_whitespace() || c.is_control() || "&=*?".contains(c);
        if let Some(c) = name.chars().find(|&c| wrong(c)) {
            let message = format!("expected the name of a query parameter, found {c:?}");
            return Err((number, message));
        }
        if name.is_empty() {
            return Err((number, "expected a name before *, found none".to_owned()));
        }
        list.insert(name.to_owned());
    }
    Ok((names, beginnings))
}

/// FNV-1a with 64 bits, which tells lists apart by accident, not against malice.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
