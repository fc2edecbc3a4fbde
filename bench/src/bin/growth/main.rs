//! How the cost of every operation grows with the length of the text, on texts of the kinds that are
//! the worst for it: nanoseconds per byte from 16 bytes to a mebibyte. Fails if a byte of the longest
//! costs more than three times as much as one of 1 KiB. Then how the cost of many changes to one value grows with
//! their number, beside `url`: `growth changes` measures this alone.

mod grow;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use oneiri::{Iri, IriBuf, IriRef, Rung, percent};

const SIZES: [usize; 6] = [16, 64, 256, 1 << 10, 1 << 15, 1 << 20];
/// Where 1 KiB stands among them.
const KIBIBYTE: usize = 3;
const MOST: f64 = 3.0;

/// A kind of text: what is repeated, and what stands before it.
struct Kind {
    name: &'static str,
    head: &'static str,
    unit: &'static str,
}

const fn kind(name: &'static str, head: &'static str, unit: &'static str) -> Kind {
    Kind { name, head, unit }
}

const KINDS: &[Kind] = &[
    kind("letters", "http://h/", "a"),
    kind("segments", "http://h", "/a"),
    kind("empty segments", "http://h", "/"),
    kind("single dots", "http://h", "/."),
    kind("double dots", "http://h", "/.."),
    kind("up and down", "http://h", "/a/.."),
    kind("dots that are none", "http://h", "/..."),
    kind("escapes of letters", "http://h/", "%61"),
    kind("escapes of UTF-8", "http://h/", "%c3%a9"),
    kind("escapes that stay", "http://h/", "%2f"),
    kind("escapes of octets", "http://h/", "%ff"),
    kind("escaped dots", "http://h", "/%2e%2E"),
    kind("beyond ASCII", "http://h/", "é"),
    kind("bidi controls", "http://h/", "\u{200E}"),
    kind("host", "http://", "A"),
    kind("userinfo", "http://", "a:"),
    kind("scheme", "", "a+"),
    kind("parameters", "http://h/?", "a=b&"),
    kind("fragment", "http://h/#", "?/"),
    kind("telephone", "tel:", "1-"),
    kind("addresses", "mailto:", "a@A,"),
];

impl Kind {
    /// A text of about so many bytes.
    fn text(&self, size: usize) -> String {
        let times = (size.saturating_sub(self.head.len()) / self.unit.len()).max(1);
        let tail = match self.name {
            "userinfo" => "@h",
            "scheme" => ":",
            _ => "",
        };
        [self.head, &self.unit.repeat(times), tail].concat()
    }

    /// The same path as a relative reference.
    fn reference(&self, size: usize) -> String {
        self.text(size).trim_start_matches("http://h").trim_start_matches('/').to_owned()
    }
}

/// An operation, made ready for a text and a reference: what is done then is timed.
type Operation = for<'a> fn(&'a str, &'a str) -> Option<Box<dyn FnMut() + 'a>>;

const OPERATIONS: &[(&str, Operation)] = &[
    ("parse", |text, _| {
        Some(Box::new(move || {
            let _ = black_box(Iri::parse(text));
        }))
    }),
    ("parse, lenient", |text, _| {
        Some(Box::new(move || {
            let _ = black_box(Iri::parse_lenient(text));
        }))
    }),
    ("normalize", |text, _| {
        let iri = Iri::parse(text).ok()?;
        Some(Box::new(move || {
            black_box(iri.normalize_at(Rung::Path));
        }))
    }),
    ("normalize, scheme rung", |text, _| {
        let iri = Iri::parse(text).ok()?;
        Some(Box::new(move || {
            black_box(iri.normalize_at(Rung::Scheme));
        }))
    }),
    ("to URI", |text, _| {
        let iri = Iri::parse(text).ok()?;
        Some(Box::new(move || {
            black_box(iri.to_uri());
        }))
    }),
    ("equivalent to its normal form", |text, _| {
        let iri = Iri::parse(text).ok()?;
        let normal = iri.normalize().into_owned();
        Some(Box::new(move || {
            black_box(iri.equivalent(&normal));
        }))
    }),
    ("compared with another", |text, _| {
        let iri = Iri::parse(text).ok()?;
        let other = IriBuf::parse(format!("{text}x")).ok()?;
        Some(Box::new(move || {
            let verdict = iri.compare(&other);
            black_box((verdict.rung(), verdict.difference()));
        }))
    }),
    ("hash", |text, _| {
        let iri = Iri::parse(text).ok()?;
        Some(Box::new(move || {
            let mut hasher = DefaultHasher::new();
            iri.normal_at(Rung::Path).hash(&mut hasher);
            black_box(hasher.finish());
        }))
    }),
    ("resolve", |_, reference| {
        let base = Iri::parse("http://example.org/a/b/c?q").ok()?;
        let reference = IriRef::parse(reference).ok()?;
        let mut buffer = String::new();
        Some(Box::new(move || {
            black_box(base.resolve_into(&reference, &mut buffer));
        }))
    }),
    ("resolve against it", |text, _| {
        let base = Iri::parse(text).ok()?;
        let reference = IriRef::parse("../g").ok()?;
        let mut buffer = String::new();
        Some(Box::new(move || {
            black_box(base.resolve_into(&reference, &mut buffer));
        }))
    }),
    ("relativize", |text, _| {
        let target = Iri::parse(text).ok()?;
        let base = Iri::parse("http://h/a/b/c?q").ok()?;
        Some(Box::new(move || {
            black_box(base.relativize(&target));
        }))
    }),
    ("relativize against it", |text, _| {
        let base = Iri::parse(text).ok()?;
        let target = Iri::parse("http://h/a/b/c?q").ok()?;
        Some(Box::new(move || {
            black_box(base.relativize(&target));
        }))
    }),
    ("set host", |text, _| {
        let mut iri = IriBuf::parse(text).ok().filter(|iri| iri.host().is_some())?;
        let mut hosts = ["a.example", "another.example"].into_iter().cycle();
        Some(Box::new(move || {
            let _ = black_box(iri.set_host(hosts.next().unwrap_or_default()));
        }))
    }),
    ("percent-encode", |text, _| {
        Some(Box::new(move || {
            black_box(percent::encode(text, percent::SafeSet::UNRESERVED));
        }))
    }),
    ("percent-decode", |text, _| {
        Some(Box::new(move || {
            black_box(percent::decode(text));
        }))
    }),
];

/// Nanoseconds, the least of some tries.
fn time(work: &mut dyn FnMut()) -> f64 {
    const TRY: Duration = Duration::from_millis(2);
    let mut least = f64::MAX;
    for _ in 0..5 {
        let (start, mut times) = (Instant::now(), 0u32);
        while times == 0 || start.elapsed() < TRY {
            work();
            times += 1;
        }
        least = least.min(start.elapsed().as_secs_f64() / f64::from(times));
    }
    least * 1e9
}

fn main() -> ExitCode {
    let texts = match std::env::args().nth(1).as_deref() {
        None => grow_with_the_text(),
        Some("changes") => 0,
        Some(other) => {
            eprintln!("growth [changes], not {other}");
            return ExitCode::from(2);
        }
    };
    println!();
    ExitCode::from(u8::from(texts + grow::run() > 0))
}

/// Measures all operations on all texts. How many grow too steeply.
fn grow_with_the_text() -> u32 {
    println!("Nanoseconds per byte; the last column is the longest beside 1 KiB.");
    let mut steep = 0;
    for (name, operation) in OPERATIONS {
        println!("\n{name}");
        println!("  {:<20}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}", "", "16 B", "64 B", "256 B", "1 KiB", "32 KiB", "1 MiB");
        for kind in KINDS {
            let row = SIZES.map(|size| {
                let (text, reference) = (kind.text(size), kind.reference(size));
                operation(&text, &reference).map(|mut work| time(&mut work) / text.len() as f64)
            });
            let Some(row) = row.into_iter().collect::<Option<Vec<f64>>>() else { continue };
            let growth = row[SIZES.len() - 1] / row[KIBIBYTE];
            steep += u32::from(growth > MOST);
            print!("  {:<20}", kind.name);
            row.iter().for_each(|cost| print!("{cost:>9.2}"));
            println!("{growth:>8.2}x{}", if growth > MOST { "  TOO STEEP" } else { "" });
        }
    }
    println!("\n{steep} of them grow too steeply: more than {MOST} times per byte from 1 KiB to 1 MiB");
    steep
}
