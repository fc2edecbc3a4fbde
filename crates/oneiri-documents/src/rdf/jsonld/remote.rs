//! Members whose meaning is not known, because contexts of other documents are not loaded.

use std::collections::HashSet;

use super::found::Finds;

/// The contexts of other documents, which are not loaded.
#[derive(Default)]
pub(super) struct Remote {
    /// Their strings. One that is named again is not listed again.
    contexts: Vec<usize>,
    names: HashSet<String>,
    /// The first members whose meaning is not known, and how many there are.
    members: Vec<String>,
    count: usize,
}

/// How many members a note names.
const NAMED: usize = 3;

impl Remote {
    pub(super) fn context(&mut self, address: &str, nth: usize) {
        if self.names.insert(address.to_owned()) {
            self.contexts.push(nth);
        }
    }

    /// A member whose meaning such a context may define.
    pub(super) fn member(&mut self, name: &str) {
        self.count += 1;
        if self.members.len() < NAMED && !self.members.iter().any(|it| it == name) {
            self.members.push(name.to_owned());
        }
    }

    /// Adds the note to each context.
    pub(super) fn notes(&self, found: &mut Finds) {
        found.note(self.contexts.iter().copied(), self.note());
    }

    fn note(&self) -> String {
        let named: Vec<String> = self.members.iter().map(|name| format!("'{name}'")).collect();
        let rest = match (self.count, self.count > named.len()) {
            (0, _) => "no member of this document depends on it alone".to_owned(),
            (_, false) => format!("values of {} are not checked as IRIs", named.join(", ")),
            (count, true) => {
                format!("values of {count} members, such as {}, are not checked as IRIs", named.join(", "))
            }
        };
        format!("this context is in another document and is not loaded, so {rest}")
    }
}
