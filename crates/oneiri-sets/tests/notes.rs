#![allow(clippy::unwrap_used, missing_docs, reason = "these are tests")]
//! Notes about records come in the order of the input, whether or not the keys fit into the memory that the engine may
//! use.

use std::borrow::Cow;

use oneiri_sets::{Batch, Class, Error, Known, Options, Record, Records, Sink, Span, Wanted, run};

/// Lines whose letter case is ignored.
struct Lines;

impl Records for Lines {
    type Chunk = Vec<u8>;

    fn read(&self, batch: &mut Batch<Vec<u8>>, known: Known<'_>) {
        let bytes = std::mem::take(&mut batch.chunk);
        let mut start = 0;
        while let Some(length) = bytes[start..].iter().position(|&byte| byte == b'\n') {
            let span = Span { start, end: start + length, next: start + length + 1 };
            let key = bytes[start..span.end].to_ascii_lowercase();
            batch.push_key(span, &key, known.hash(&key));
            start = span.next;
        }
        batch.chunk = bytes;
    }

    fn keeps_spellings(&self) -> bool {
        true
    }

    fn spelling<'r>(&self, record: &'r [u8]) -> Cow<'r, [u8]> {
        Cow::Borrowed(record)
    }

    fn merged(&self, first: &[u8], spelling: &[u8]) -> Option<Vec<u8>> {
        Some([first, b" ", spelling].concat())
    }
}

#[derive(Default)]
struct Notes(Vec<String>);

impl Sink<Vec<u8>> for Notes {
    type Error = Error;

    fn put(&mut self, _: &Record<'_>, _: Class) -> Result<(), Error> {
        Ok(())
    }

    fn note(&mut self, note: &[u8]) -> Result<(), Error> {
        self.0.push(String::from_utf8(note.to_vec()).unwrap());
        Ok(())
    }
}

#[test]
fn notes_have_the_order_of_the_input() {
    let names: Vec<String> = (0..60_000_u64)
        .map(|nth| {
            let of = nth.wrapping_mul(0x9E37_79B9_7F4A_7C15) % 20_000;
            if nth % 3 == 0 { format!("LINE/{of}") } else { format!("line/{of}") }
        })
        .collect();
    let (mut firsts, mut right) = (std::collections::HashMap::new(), Vec::new());
    for name in &names {
        let first: &String = firsts.entry(name.to_lowercase()).or_insert(name);
        if first != name {
            right.push(format!("{first} {name}"));
        }
    }
    assert!(right.len() > 10_000);
    for memory in [1 << 30, 1 << 20, 1 << 16] {
        for wanted in [Wanted::Firsts, Wanted::Counts, Wanted::Lists, Wanted::Every] {
            let options = Options::new(wanted).memory(memory);
            let lines: Vec<Vec<u8>> = names.chunks(1_000).map(|some| (some.join("\n") + "\n").into_bytes()).collect();
            let mut chunks = lines.clone().into_iter();
            let mut notes = Notes::default();
            let source = move |chunk: &mut Vec<u8>| {
                *chunk = chunks.next()?;
                Some(0)
            };
            run(&std::sync::Arc::new(Lines), &options, source, &mut notes).unwrap();
            assert!(notes.0 == right, "{wanted:?} within {memory}");
            let mut chunks = lines.into_iter();
            let source = move |chunk: &mut Vec<u8>| {
                *chunk = chunks.next()?;
                Some(0)
            };
            let (mut notes, options) = (Notes::default(), options.any_order(true));
            run(&std::sync::Arc::new(Lines), &options, source, &mut notes).unwrap();
            notes.0.sort_unstable();
            let mut right = right.clone();
            right.sort_unstable();
            assert!(notes.0 == right, "{wanted:?} within {memory}, in any order");
        }
    }
}
