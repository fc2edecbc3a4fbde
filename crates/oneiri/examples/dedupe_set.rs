//! A set without duplicates: keeps the first spelling of each identifier, at a rung of the ladder that you name.
//!
//! ```text
//! string 7 of 7
//! escape 6 of 7
//! path   5 of 7
//! scheme 3 of 7
//! keep   https://example.com/~ada/
//! keep   https://example.com/~ada
//! keep   https://example.com
//! ```

use std::collections::HashSet;

use oneiri::{Error, Iri, Rung};

const LINKS: [&str; 7] = [
    "https://example.com/~ada/",
    "https://EXAMPLE.com/%7Eada/",
    "https://example.com/x/../~ada/",
    "https://example.com:443/~ada/",
    "https://example.com/~ada",
    "https://example.com",
    "https://example.com/",
];

/// The first spelling of each identifier, in input order. The set holds views of the list: no normal form is written.
fn distinct<'i, 't>(iris: &'i [Iri<'t>], rung: Rung) -> Vec<&'i Iri<'t>> {
    let mut seen = HashSet::new();
    iris.iter().filter(|iri| seen.insert(iri.normal_at(rung))).collect()
}

pub(crate) fn main() -> Result<(), Error> {
    let iris = LINKS.into_iter().map(Iri::parse).collect::<Result<Vec<_>, _>>()?;
    for rung in [Rung::String, Rung::Escape, Rung::Path, Rung::Scheme] {
        println!("{rung:<6} {} of {}", distinct(&iris, rung).len(), iris.len());
    }
    for iri in distinct(&iris, Rung::Scheme) {
        println!("keep   {iri}");
    }
    // A slash at the end is part of the path, so no rung ignores it: a server may answer both differently.
    assert_eq!(iris[0].compare(&iris[4]).rung(), None);
    assert_eq!(iris[0].compare(&iris[3]).rung(), Some(Rung::Scheme));
    Ok(())
}
