//! How the cost of every operation grows with the length of the text, on texts of the kinds that are
//! the worst for it: nanoseconds per byte from 16 bytes to a mebibyte. Fails if a byte of the longest
//! costs more than three times as much as one of 1 KiB. It prints what costs most (`growth all`: all). Then how the cost of many
//! changes to one value grows with their number, beside `url`: `growth changes` measures this alone.

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

fn timed<'a, R>(mut work: impl FnMut() -> R + 'a) -> Option<Box<dyn FnMut() + 'a>> {
    Some(Box::new(move || drop(black_box(work()))))
}

const OPERATIONS: &[(&str, Operation)] = &[
    ("parse", |text, _| timed(move || Iri::parse(text))),
    ("parse, lenient", |text, _| timed(move || Iri::parse_lenient(text))),
    ("normalize", |text, _| {
        let iri = Iri::parse(text).ok()?;
        timed(move || iri.normalize_at(Rung::Path))
    }),
    ("normalize, scheme rung", |text, _| {
        let iri = Iri::parse(text).ok()?;
        timed(move || iri.normalize_at(Rung::Scheme))
    }),
    ("to URI", |text, _| {
        let iri = Iri::parse(text).ok()?;
        timed(move || iri.to_uri())
    }),
    ("equivalent to its normal form", |text, _| {
        let iri = Iri::parse(text).ok()?;
        let normal = iri.normalize().into_owned();
        timed(move || iri.equivalent(&normal))
    }),
    ("compared with another", |text, _| {
        let iri = Iri::parse(text).ok()?;
        let other = IriBuf::parse(format!("{text}x")).ok()?;
        timed(move || {
            let verdict = iri.compare(&other);
            (verdict.rung(), verdict.difference())
        })
    }),
    ("hash", |text, _| {
        let iri = Iri::parse(text).ok()?;
        timed(move || {
            let mut hasher = DefaultHasher::new();
            iri.normal_at(Rung::Path).hash(&mut hasher);
            hasher.finish()
        })
    }),
    ("resolve", |_, reference| resolves("http://example.org/a/b/c?q", reference)),
    ("resolve against it", |text, _| resolves(text, "../g")),
    ("relativize", |text, _| relativizes("http://h/a/b/c?q", text)),
    ("relativize against it", |text, _| relativizes(text, "http://h/a/b/c?q")),
    ("set host", |text, _| {
        let mut iri = IriBuf::parse(text).ok().filter(|iri| iri.host().is_some())?;
        let mut hosts = ["a.example", "another.example"].into_iter().cycle();
        timed(move || iri.set_host(hosts.next().unwrap_or_default()))
    }),
    ("percent-encode", |text, _| timed(move || percent::encode(text, percent::SafeSet::UNRESERVED))),
    ("percent-decode", |text, _| timed(move || percent::decode(text))),
];

fn resolves<'a>(base: &'a str, reference: &'a str) -> Option<Box<dyn FnMut() + 'a>> {
    let (base, reference) = (Iri::parse(base).ok()?, IriRef::parse(reference).ok()?);
    let mut buffer = String::new();
    timed(move || {
        black_box(base.resolve_into(&reference, &mut buffer));
    })
}

fn relativizes<'a>(base: &'a str, target: &'a str) -> Option<Box<dyn FnMut() + 'a>> {
    let (base, target) = (Iri::parse(base).ok()?, Iri::parse(target).ok()?);
    timed(move || base.relativize(&target))
}

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
        None => grow_with_the_text(false),
        Some("all") => grow_with_the_text(true),
        Some("changes") => 0,
        Some(other) => {
            eprintln!("growth [all | changes], not {other}");
            return ExitCode::from(2);
        }
    };
    println!();
    ExitCode::from(u8::from(texts + grow::run() > 0))
}

/// What a byte of 1 MiB costs beside a byte of 1 KiB.
fn growth(costs: &[f64]) -> f64 {
    costs[SIZES.len() - 1] / costs[KIBIBYTE]
}

/// Measures all operations on all texts. How many grow too steeply.
fn grow_with_the_text(shows_all: bool) -> u32 {
    println!(
        "Nanoseconds per byte: of letters, of the kind of text that costs most at 1 MiB, and of the one whose cost grows most from 1 KiB (the"
    );
    println!("last column, where 1 KiB costs at least 0.1). All kinds: growth all");
    println!("\n  {:<50}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}", "", "16 B", "64 B", "256 B", "1 KiB", "32 KiB", "1 MiB");
    let mut steep = 0;
    for (name, operation) in OPERATIONS {
        let row = |kind: &'static Kind| {
            let costs = SIZES.iter().map(|&size| {
                let (text, reference) = (kind.text(size), kind.reference(size));
                operation(&text, &reference).map(|mut work| time(&mut work) / text.len() as f64)
            });
            Some((kind.name, costs.collect::<Option<Vec<f64>>>()?))
        };
        let rows: Vec<(&str, Vec<f64>)> = KINDS.iter().filter_map(row).collect();
        let most = rows.iter().max_by(|(_, one), (_, other)| one[SIZES.len() - 1].total_cmp(&other[SIZES.len() - 1]));
        let steepest = rows.iter().filter(|(_, costs)| costs[KIBIBYTE] >= 0.1);
        let steepest = steepest.max_by(|(_, one), (_, other)| growth(one).total_cmp(&growth(other)));
        let notable = [most, steepest].map(|row| row.map_or("", |(kind, _)| kind));
        for (kind, costs) in &rows {
            let growth = growth(costs);
            steep += u32::from(growth > MOST);
            if shows_all || growth > MOST || *kind == "letters" || notable.contains(kind) {
                print!("  {name:<30}{kind:<20}");
                costs.iter().for_each(|cost| print!("{cost:>9.2}"));
                println!("{growth:>8.2}x{}", if growth > MOST { "  TOO STEEP" } else { "" });
            }
        }
    }
    println!("\n{steep} of them grow too steeply: more than {MOST} times per byte from 1 KiB to 1 MiB");
    steep
}
