#![allow(clippy::unwrap_used, missing_docs, reason = "these are tests")]
//! The record of the greatest rank is kept, also if ranks have more than 64 bits, and whatever the memory is.

use oneiri_sets::{Age, Batch, Class, Error, Known, Options, Record, Records, Sink, Span, Wanted, run};

/// Lines of a key, a TAB and an age.
struct Lines;

fn cut(line: &[u8]) -> (&str, &str) {
    std::str::from_utf8(line).unwrap().split_once('\t').unwrap()
}

impl Records for Lines {
    type Chunk = Vec<u8>;

    fn read(&self, batch: &mut Batch<Vec<u8>>, known: Known<'_>) {
        let bytes = std::mem::take(&mut batch.chunk);
        let mut start = 0;
        while let Some(length) = bytes[start..].iter().position(|&byte| byte == b'\n') {
            let span = Span { start, end: start + length, next: start + length + 1 };
            match cut(&bytes[start..span.end]).0.as_bytes() {
                // Only counted.
                b"-" => batch.skip(),
                key => batch.push_key(span, key, known.hash(key)),
            }
            start = span.next;
        }
        batch.chunk = bytes;
    }

    fn rank(&self, record: &[u8], _: u64) -> u128 {
        Age::of(cut(record).1).unwrap().rank()
    }
}

#[derive(Default)]
struct Kept(Vec<String>);

impl Sink<Vec<u8>> for Kept {
    type Error = Error;

    fn put(&mut self, record: &Record<'_>, class: Class) -> Result<(), Error> {
        assert_eq!(class, Class::New);
        self.0.push(String::from_utf8(record.bytes.to_vec()).unwrap());
        Ok(())
    }
}

#[test]
fn the_greatest_rank_is_kept_whatever_the_memory() {
    let of = |nth: u64| u64::MAX - 7 * nth;
    for (count, memory) in [(10, 1 << 20), (30_000, 1 << 20), (30_000, 1 << 30)] {
        let (mut chunks, mut expected) = (Vec::new(), Vec::new());
        for nth in 0..count {
            let key = format!("a-key-that-takes-memory-{nth}");
            // A half is between two numbers that differ by one, and the first of two equal ones is kept.
            let ages = [
                format!("{}", of(nth) - 1),
                format!("{}.5", of(nth) - 1),
                of(nth).to_string(),
                format!("{}.0", of(nth)),
            ];
            let rows: Vec<String> = (0..4).map(|at| format!("{key}\t{}", ages[(at + nth as usize) % 4])).collect();
            let newest = rows.iter().find(|row| row.ends_with(&ages[2]) || row.ends_with(&ages[3]));
            expected.push(newest.unwrap().clone());
            chunks.push(format!("{}\n-\t\n", rows.join("\n")).into_bytes());
        }
        let mut kept = Kept::default();
        let mut all = chunks.chunks(1000).map(<[Vec<u8>]>::concat).collect::<Vec<_>>().into_iter();
        let source = move |chunk: &mut Vec<u8>| {
            *chunk = all.next()?;
            Some(0)
        };
        let options = Options::new(Wanted::Greatest).memory(memory);
        let totals = run(&std::sync::Arc::new(Lines), &options, source, &mut kept).unwrap();
        assert_eq!((totals.records, totals.refused, totals.classes), (5 * count, 0, count));
        assert!(kept.0 == expected, "{count} {memory}");
    }
}
