//! Building an identifier from components. Their order is that of `COMPONENTS` in `bindings/js/src/identifier.js`, and
//! an error names a component by its number in it. The rules between components are those of edits in `oneiri`, because
//! each component is set in turn. `behaviour.test.js` of the package builds texts from their own parts.

use alloc::string::String;
use alloc::vec::Vec;

use oneiri::{Alphabet, Edit, Error, MaybeScheme, OnInvalid, Ri};

use crate::texts;

/// The components of an identifier: scheme, authority, host, userinfo, port, path, query, fragment. In this order they
/// are set, so a host replaces that of an authority.
#[derive(Debug)]
pub struct Components<'a>(Vec<Option<&'a str>>);

impl<'a> Components<'a> {
    /// The components that stand in a text. `None` if the [lengths](texts::split) are not those of the text.
    pub fn new(text: &'a str, lengths: &str) -> Option<Self> {
        texts::split(text, lengths).map(Self)
    }

    /// Whether there is a scheme.
    pub fn has_scheme(&self) -> bool {
        self.0.first().is_some_and(Option::is_some)
    }

    /// The reference that has these components. With `repair`, characters that a component does not allow become
    /// escapes, and a path is made to fit.
    ///
    /// # Errors
    ///
    /// The number of the component that does not fit, its text, and why.
    pub fn build<A: Alphabet>(&self, repair: bool) -> Result<Ri<String, A, MaybeScheme>, (usize, &'a str, Error)> {
        let policy = if repair { OnInvalid::Repair } else { OnInvalid::Refuse };
        // An edit adds no scheme, so there is one before the first.
        let start = if self.has_scheme() { "x:" } else { "" };
        let parsed = Ri::<String, A, MaybeScheme>::parse(start);
        let mut built = parsed.map_err(|error| (0, "", error))?;
        for (nth, component) in self.0.iter().enumerate() {
            let &Some(text) = component else { continue };
            let edit = match nth {
                0 => Edit::Scheme(text),
                1 => Edit::Authority(Some(text)),
                2 => Edit::Host(Some(text)),
                3 => Edit::Userinfo(Some(text)),
                4 => Edit::Port(Some(text)),
                5 => Edit::Path(text),
                6 => Edit::Query(Some(text)),
                _ => Edit::Fragment(Some(text)),
            };
            built.edit(edit, policy).map_err(|error| (nth, text, error))?;
        }
        Ok(built)
    }
}
