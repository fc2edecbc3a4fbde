//! The references of a page as identifiers of a document.

use crate::divide::Records;
use crate::format::Base;
use crate::links::{Link, Links};
use crate::located::Located;
use crate::whole::{self, Found, rebased};

/// Calls `each` for the references of a document, resolved.
pub(crate) fn each(
    document: Records<'_>,
    base: Option<&Base>,
    links: impl FnOnce(&[u8]) -> Links,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let find = |text: &str, outer: whole::Base| {
        let Links { all, base, wrong } = links(text.as_bytes());
        let mut found = Vec::with_capacity(all.len());
        let inner = base.as_ref().map_or_else(|| outer.clone(), |it| rebased(&it.text, &outer));
        if let Some(Link { range, text, .. }) = base {
            found.push(Found::iri(range, text, &outer));
        }
        found.extend(all.into_iter().map(|it| Found::iri(it.range, it.text, &inner)));
        found.extend(wrong.into_iter().map(|(range, message)| Found::Wrong(range, message)));
        found
    };
    whole::each(document, base, find, each);
}
