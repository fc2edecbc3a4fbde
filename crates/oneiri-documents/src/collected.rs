//! Records that are written to a file of their own.

use std::ops::Range;

use crate::format::Format;
use crate::located::Located;

/// Records of a document that go to another file, for example because they are invalid. The file can be read alone if it also
/// gets the [directives](Self::directive) of the document.
#[derive(Debug, Default)]
pub struct Collected {
    bytes: Vec<u8>,
    is_open: bool,
    has_records: bool,
    has_blank_nodes: bool,
    /// Where the name is of the graph of TriG that the last record is a statement of.
    graph: Option<Range<usize>>,
}

/// What ends a graph of TriG.
const CLOSE: &[u8] = b"}\n";

/// Whether the last statement of these ends with a dot for certain: that of a graph need not have one, and a comment after it may
/// have another one. A graph may have several pairs of braces, so no is always right.
fn has_dot(statements: &[u8]) -> bool {
    let last = statements.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    last.ends_with(b".") && !last.contains(&b'#')
}

impl Collected {
    /// What was collected.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the last record has no terminator.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether there is more than directives.
    #[must_use]
    pub fn has_records(&self) -> bool {
        self.has_records
    }

    /// Whether a record has a blank node with a label, which is another node in each file.
    #[must_use]
    pub fn has_blank_nodes(&self) -> bool {
        self.has_blank_nodes
    }

    /// Adds a record with its terminator. `end` is put between it and one before it that has no terminator.
    pub fn push(&mut self, record: &[u8], terminator: &[u8], end: u8) {
        self.graph = None;
        self.bytes.extend(self.is_open.then_some(end));
        self.bytes.extend_from_slice(record);
        self.bytes.extend_from_slice(terminator);
        self.is_open = terminator.is_empty();
        self.has_records = true;
    }

    /// Ends the last record with this byte, if it has no terminator.
    pub fn end(&mut self, end: u8) {
        self.bytes.extend(self.is_open.then_some(end));
        self.is_open = false;
    }

    /// The same as [`push`](Self::push) for a record that a format gave. A statement of a graph of TriG is put within the braces of that graph.
    pub fn push_located(&mut self, located: &Located<'_>, format: &dyn Format, end: u8) {
        let Located { record, terminator, graph, .. } = *located;
        let start = self.bytes.len();
        let Some(name) = graph else {
            self.push(record, terminator, end);
            self.has_blank_nodes |= format.has_blank_nodes(&self.bytes[start..]);
            return;
        };
        let mut place = self.graph.take().unwrap_or_default();
        let inner = self.bytes.get(..start.saturating_sub(CLOSE.len())).unwrap_or_default();
        if !place.is_empty() && inner.get(place.clone()) == Some(name) && has_dot(inner) {
            // It goes into the graph that is here already.
            self.bytes.truncate(start - CLOSE.len());
        } else {
            self.push(name, b"\n", end);
            place = self.bytes.len() - 1 - name.len()..self.bytes.len() - 1;
        }
        self.push(record, if terminator.is_empty() { b"\n" } else { terminator }, end);
        self.bytes.extend_from_slice(CLOSE);
        self.has_blank_nodes |= format.has_blank_nodes(name) || format.has_blank_nodes(record);
        self.graph = Some(place);
    }

    /// Adds a directive of Turtle or TriG, which the statements after it may need.
    pub fn directive(&mut self, directive: &[u8]) {
        self.graph = None;
        self.bytes.extend(self.is_open.then_some(b'\n'));
        self.bytes.extend_from_slice(directive.trim_ascii_end());
        self.bytes.push(b'\n');
        self.is_open = false;
    }
}
