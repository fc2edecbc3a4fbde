//! A record that holds an identifier among other things.

use std::ops::Deref;

use oneiri_documents::{Format, Located};

/// The place of an identifier in a record of a table or a document, and the format that spells
/// another text there.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    pub(crate) located: &'a Located<'a>,
    pub(crate) format: &'a dyn Format,
}

impl<'a> Deref for Cell<'a> {
    type Target = Located<'a>;

    fn deref(&self) -> &Located<'a> {
        self.located
    }
}
