//! A link resolver: turns the links of a page into the addresses that a crawler visits next.
//!
//! ```text
//! elsewhere  mailto:ada@example.org
//! elsewhere  https://other.example/
//! invalid    http://[broken/ in its host
//! visit      https://example.org/a/c  (/a/c)
//! visit      https://example.org/about%20us.html  (/about%20us.html)
//! visit      https://example.org/wiki/Main?lang=en  ()
//! visit      https://example.org/wiki/Main?lang=fr  (?lang=fr)
//! visit      https://example.org/wiki/Rosé  (Rosé)
//! ```

use std::collections::BTreeSet;

use oneiri::{Component, Error, Iri, IriBuf, IriRef, Rung};

/// The target of a link, without its fragment, which names a place within the page; `None` for other origins.
fn target(page: &Iri<'_>, link: &str) -> Result<Option<IriBuf>, Error> {
    // Authors write spaces into links. The lenient parser encodes them, and rejects all else that is invalid.
    let link = IriRef::parse_lenient(link.trim())?;
    let mut target = page.resolve(&link).normalize_at(Rung::Scheme).into_owned();
    target.set_fragment(None)?;
    Ok((target.origin() == page.origin()).then_some(target))
}

pub(crate) fn main() -> Result<(), Error> {
    let page = Iri::parse("https://example.org/wiki/Main?lang=en")?;
    let links = [
        "Rosé", "/wiki/Ros%C3%A9#History", "../about us.html", "?lang=fr", "#top", "//example.org:443/a/./b/../c",
        "mailto:ada@example.org", "https://other.example/", "http://[broken/",
    ];
    let mut queue = BTreeSet::new();
    for link in links {
        match target(&page, link) {
            Ok(Some(target)) => _ = queue.insert(target),
            Ok(None) => println!("elsewhere  {link}"),
            Err(error) => println!("invalid    {link} in its {}", error.component().map_or("text", Component::name)),
        }
    }
    for target in &queue {
        let reference = page.relativize(target);
        println!("visit      {target}  ({reference})");
        assert_eq!(page.resolve(&reference), *target);
    }
    Ok(())
}
