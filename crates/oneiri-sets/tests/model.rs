#![allow(clippy::panic, clippy::unwrap_used, missing_docs, reason = "these are tests")]
//! Every result is that of a map in memory, whether or not the keys fit into the memory that the
//! engine may use.

use std::collections::HashMap;
use std::io::Read;

use oneiri_sets::{Class, Error, Options, Place, Totals, Wanted, lines, try_lines};

/// A line that was put: its place, its text, its class and its key.
type Put = (Place, String, Class, Option<String>);

fn key(line: &[u8]) -> Option<Vec<u8>> {
    let text = line.strip_suffix(b"!").unwrap_or(line);
    (!text.starts_with(b"?")).then(|| text.to_ascii_lowercase())
}

fn put(lists: &[String], options: &Options) -> (Vec<Put>, Totals) {
    let readers =
        lists.iter().map(|list| -> Box<dyn Read + Send> { Box::new(std::io::Cursor::new(list.clone().into_bytes())) });
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut all = Vec::new();
    let totals = lines(readers, key, options, |line, class| {
        all.push((line.place, text(line.bytes), class, line.key.map(text)));
    });
    (all, totals.unwrap())
}

/// What a map says.
fn expected(lists: &[String], wanted: Wanted) -> (Vec<Put>, Totals) {
    let mut classes: HashMap<Vec<u8>, (Place, u64, u64, Place)> = HashMap::new();
    let (mut all, mut totals) = (Vec::new(), Totals::default());
    for (list, text) in lists.iter().enumerate() {
        for (nth, line) in (0..).zip(text.lines()) {
            totals.records += 1;
            let Some(key) = key(line.as_bytes()) else {
                totals.refused += 1;
                continue;
            };
            let place = Place { list, nth };
            let class = classes.entry(key.clone()).or_insert((place, 0, 0, place));
            (class.1, class.2, class.3) = (class.1 + 1, class.2 | 1 << list, place);
            all.push((place, line.to_owned(), class.0, key));
        }
    }
    totals.classes = classes.len() as u64;
    let put = all.into_iter().filter_map(|(place, line, first, key)| {
        let (_, records, lists, last) = classes[&key];
        let class = match wanted {
            Wanted::Every => {
                let key = Some(String::from_utf8(key).unwrap());
                return Some((place, line, Class::First(first), key));
            }
            Wanted::Greatest if place == last => Class::New,
            Wanted::Greatest => return None,
            _ if place != first => return None,
            Wanted::Firsts => Class::New,
            Wanted::Counts => Class::Records(records),
            Wanted::Lists => Class::Lists(lists),
        };
        Some((place, line, class, None))
    });
    (put.collect(), totals)
}

/// Two lists with lines in several spellings, some without a key, and one that is long.
fn lists(count: u64, distinct: u64) -> [String; 2] {
    let line = |nth: u64| {
        let of = nth.wrapping_mul(0x9E37_79B9_7F4A_7C15) % distinct;
        match nth % 7 {
            0 => format!("?{of}\n"),
            1 => format!("LINE/{of}!\n"),
            2 => format!("Line/{of}\n"),
            _ => format!("line/{of}\n"),
        }
    };
    let first = (0..count).map(line).collect::<String>() + &"x".repeat(70_000);
    [first, (count / 2..2 * count).map(line).collect()]
}

#[test]
fn every_result_is_that_of_a_map() {
    for (count, distinct, memory) in [
        (0, 1, 1 << 30),
        (300, 40, 1 << 30),
        (40_000, 9_000, 1 << 30),
        (40_000, 9_000, 1 << 20),
        (60_000, 50_000, 1 << 16),
    ] {
        let lists = lists(count, distinct);
        for wanted in [Wanted::Firsts, Wanted::Counts, Wanted::Lists, Wanted::Greatest, Wanted::Every] {
            let options = Options::new(wanted).memory(memory);
            let (all, totals) = put(&lists, &options);
            let (right, sums) = expected(&lists, wanted);
            assert_eq!(totals, sums, "{wanted:?} of {count} within {memory}");
            assert_eq!(all.len(), right.len(), "{wanted:?} of {count} within {memory}");
            for (one, right) in all.iter().zip(&right) {
                assert_eq!(one, right, "{wanted:?} of {count} within {memory}");
            }
            let (mut any, totals) = put(&lists, &options.any_order(true));
            any.sort_by_key(|(place, ..)| *place);
            assert!(any == right && totals == sums, "{wanted:?} of {count} in any order");
        }
    }
}

#[test]
fn a_list_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let error = lines([b"a\n".chain(Broken)], key, &Options::default(), |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "list 0: broken");
    let options = Options::new(Wanted::Counts).temp_dir("no/such/folder");
    let error = lines([&b"a\n"[..]], key, &options, |_, _| {}).unwrap_err();
    assert!(matches!(error, Error::TemporaryFiles { .. }));
}

#[test]
fn lines_of_windows_are_lines_of_unix() {
    let lists = ["a\r\nb\r\n", "a\nb\r\r\nc\r"];
    let mut all = Vec::new();
    let options = Options::new(Wanted::Lists);
    let totals = lines(
        lists.map(str::as_bytes),
        |line| Some(line.to_vec()),
        &options,
        |line, class| {
            all.push((String::from_utf8_lossy(line.bytes).into_owned(), class));
        },
    );
    assert_eq!(totals.unwrap().refused, 0);
    let lists = Class::Lists;
    let expected = [("a", lists(3)), ("b", lists(1)), ("b\r", lists(2)), ("c\r", lists(2))];
    assert_eq!(all, expected.map(|(line, class)| (line.to_owned(), class)));
}

#[test]
fn the_message_of_a_panic_is_kept() {
    let key = |line: &[u8]| -> Option<Vec<u8>> { panic!("no key for {}", line.len()) };
    let error = lines([&b"abc\n"[..]], key, &Options::default(), |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "a thread panicked: no key for 3");
    assert!(matches!(error, Error::Thread { .. }));
}

/// A list of which more lines may come, as those of a terminal do, until the test is over.
struct Waiting(std::io::Cursor<Vec<u8>>, std::sync::mpsc::Receiver<()>);

impl Read for Waiting {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            let _ = self.1.recv();
        }
        Ok(read)
    }
}

#[test]
fn a_panic_ends_the_run_although_more_input_may_come() {
    let (open, waits) = std::sync::mpsc::channel();
    let list = Waiting(std::io::Cursor::new("x\n".repeat(4 << 20).into_bytes()), waits);
    let key = |_: &[u8]| -> Option<Vec<u8>> { panic!("no key") };
    let error = lines([list], key, &Options::default(), |_, _| {}).unwrap_err();
    assert_eq!(error.to_string(), "a thread panicked: no key");
    drop(open);
}

#[derive(Debug)]
enum Own {
    Run(Error),
    Key(String),
    Each(u64),
}

impl From<Error> for Own {
    fn from(error: Error) -> Self {
        Self::Run(error)
    }
}

/// At any memory: the error comes back, and no line from the failing one on was passed on.
#[test]
fn a_key_that_fails_ends_the_run() {
    let list: String = (0..30_000).map(|nth| format!("{nth}\n")).collect();
    for (memory, wanted) in [(1 << 30, Wanted::Firsts), (1 << 16, Wanted::Firsts), (1 << 16, Wanted::Counts)] {
        let key = |line: &[u8]| match line {
            b"20000" => Err(Own::Key(String::from_utf8_lossy(line).into_owned())),
            _ => Ok(Some(line.to_vec())),
        };
        let mut seen = Vec::new();
        let options = Options::new(wanted).memory(memory);
        let reader = std::io::Cursor::new(list.clone());
        let result = try_lines([reader], key, &options, |line, _| {
            seen.push(line.place.nth);
            Ok(())
        });
        assert!(matches!(result, Err(Own::Key(line)) if line == "20000"), "{wanted:?} within {memory}");
        assert!(seen.iter().all(|&nth| nth < 20_000), "{wanted:?} within {memory}");
    }
}

#[test]
fn a_sink_that_fails_ends_the_run() {
    let key = |line: &[u8]| Ok(Some(line.to_vec()));
    let result = try_lines([&b"a\nb\nc\n"[..]], key, &Options::default(), |line, _| {
        if line.bytes == b"b" { Err(Own::Each(line.place.nth)) } else { Ok(()) }
    });
    assert!(matches!(result, Err(Own::Each(1))));
    let options = Options::new(Wanted::Counts).temp_dir("no/such/folder");
    let result = try_lines([&b"a\n"[..]], key, &options, |_, _| Ok::<_, Own>(()));
    assert!(matches!(result, Err(Own::Run(Error::TemporaryFiles { .. }))));
}
