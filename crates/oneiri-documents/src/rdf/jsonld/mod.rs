//! The IRIs of JSON-LD 1.1 (W3C Recommendations of 16 July 2020), by the context of the node in which they
//! stand: identifiers, types, references, the names of properties, and what contexts define.
//!
//! Contexts of other documents are not loaded. Where one holds, a name without a definition may be any
//! term, so it is not checked.

mod check;
mod context;
mod define;
mod definitions;
mod found;
mod nodes;
mod remote;
mod tape;
mod terms;
mod walk;

use std::rc::Rc;

use serde::de::IgnoredAny;

use crate::divide::Records;
use crate::error::{reason, utf8};
use crate::format::{Description, Format};
use crate::located::Located;
use crate::options;
use crate::whole::{self, Base};

use found::Finds;
use tape::{LONGEST, Tape};

pub(crate) static JSONLD: Description =
    Description::document("jsonld", "JSON-LD", &["jsonld"], |options| Box::new(JsonLd { base: options.base }));

#[derive(Debug)]
struct JsonLd {
    base: Option<options::Base>,
}

impl Format for JsonLd {
    fn description(&self) -> &'static Description {
        &JSONLD
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let base = self.base.clone().map(Rc::new);
        let bytes = document.bytes;
        match utf8(bytes) {
            Ok(text) if text.len() < LONGEST => {
                let tape = Tape::new(text);
                whole::give_pieces(document, find(&tape, base).pieces(&tape), each);
            }
            Ok(_) => {
                let message = format!("expected a document of less than {LONGEST} bytes");
                whole::give_pieces(document, [whole::in_line(bytes, 0..0, message)], each);
            }
            Err(error) => {
                let range = error.start..error.end;
                let piece = whole::in_line(bytes, range, error.message);
                whole::give_pieces(document, [piece], each);
            }
        }
    }
}

fn find(tape: &Tape<'_>, base: Base) -> Finds {
    let mut found = Finds::default();
    let document = tape.document();
    if let Err(error) = serde_json::from_str::<IgnoredAny>(document) {
        let at = offset(document, error.line(), error.column());
        found.wrong(at..at, format!("expected JSON: {}", reason(&error)));
    }
    walk::walk(tape, document.len(), base, &mut found);
    found
}

/// The byte of a line and a column, both from 1.
fn offset(document: &str, line: usize, column: usize) -> usize {
    let lines = document.split_inclusive('\n').take(line.saturating_sub(1));
    let mut at = (lines.map(str::len).sum::<usize>() + column.saturating_sub(1)).min(document.len());
    while !document.is_char_boundary(at) {
        at -= 1;
    }
    at
}
