//! How the cost of many changes to one path or one query grows with their number, beside `url`. Each task is done
//! for n changes and for 2n: twice the changes may take twice the time.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use oneiri::UriBuf;
use url::Url;

/// How many times as long as `url` oneiri may take.
const MOST_BESIDE_URL: f64 = 1.5;
/// How many times as long 2n changes may take as n: twice, and half as much again for noise and for the cache.
const MOST_GROWTH: f64 = 3.0;

const ROOT: &str = "http://example.org/";

/// What is put into a path or a query; every fourth text needs an escape.
struct Input {
    segments: Vec<String>,
    /// Keys, no two of them equal, and values.
    pairs: Vec<(String, String)>,
    /// The same keys and other values.
    others: Vec<(String, String)>,
    /// The values whose query holds `pairs`, parsed before.
    full_uri: UriBuf,
    full_url: Url,
}

impl Input {
    fn of(n: usize) -> Self {
        let text = |name: &str, at| format!("{name}{}{at}", if at % 4 == 0 { " " } else { "" });
        let pairs = |name| (0..n).map(|at| (text("key", at), text(name, at))).collect::<Vec<_>>();
        let (pairs, others) = (pairs("value"), pairs("other"));
        let mut full = url(ROOT);
        full.query_pairs_mut().extend_pairs(&pairs);
        // `url` writes a space as a plus sign.
        let full_uri = oneiri(&full.as_str().replace('+', "%20"));
        let segments = (0..n).map(|at| text("segment", at)).collect();
        Self { segments, pairs, others, full_uri, full_url: full }
    }
}

/// All changes, from the value that they begin with to the text of the last one.
type Work = fn(&Input) -> String;

/// One way to make n changes, and the way of `url` that it is set beside.
struct Row {
    name: &'static str,
    n: usize,
    oneiri: Work,
    url: Work,
}

const ROWS: &[Row] = &[
    Row {
        name: "segments pushed, one guard",
        n: 16_000,
        oneiri: |input| {
            let mut uri = oneiri(ROOT);
            let mut path = uri.path_mut();
            for segment in &input.segments {
                path.push(segment).expect("a segment");
            }
            drop(path);
            uri.into_string()
        },
        url: |input| {
            let mut url = url(ROOT);
            let mut path = url.path_segments_mut().expect("a path");
            for segment in &input.segments {
                path.push(segment);
            }
            drop(path);
            url.into()
        },
    },
    Row {
        name: "segments pushed, a guard for each",
        n: 16_000,
        oneiri: |input| {
            let mut uri = oneiri(ROOT);
            for segment in &input.segments {
                uri.path_mut().push(segment).expect("a segment");
            }
            uri.into_string()
        },
        url: |input| {
            let mut url = url(ROOT);
            for segment in &input.segments {
                url.path_segments_mut().expect("a path").push(segment);
            }
            url.into()
        },
    },
    Row {
        name: "pairs appended, one guard",
        n: 16_000,
        oneiri: |input| {
            let mut uri = oneiri(ROOT);
            let mut query = uri.query_mut();
            for (key, value) in &input.pairs {
                query.append(key, value);
            }
            drop(query);
            uri.into_string()
        },
        url: |input| {
            let mut url = url(ROOT);
            let mut query = url.query_pairs_mut();
            for (key, value) in &input.pairs {
                query.append_pair(key, value);
            }
            drop(query);
            url.into()
        },
    },
    Row {
        name: "pairs appended, a guard for each",
        n: 16_000,
        oneiri: |input| {
            let mut uri = oneiri(ROOT);
            for (key, value) in &input.pairs {
                uri.query_mut().append(key, value);
            }
            uri.into_string()
        },
        url: |input| {
            let mut url = url(ROOT);
            for (key, value) in &input.pairs {
                url.query_pairs_mut().append_pair(key, value);
            }
            url.into()
        },
    },
    Row {
        name: "pairs set, one guard",
        n: 1_000,
        oneiri: |input| {
            let mut uri = input.full_uri.clone();
            let mut query = uri.query_mut();
            for (key, value) in &input.others {
                query.set(key, value);
            }
            drop(query);
            uri.into_string()
        },
        url: |input| {
            let mut url = input.full_url.clone();
            let mut pairs = owned_pairs(&url);
            let index: HashMap<String, usize> =
                pairs.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
            for (key, value) in &input.others {
                match index.get(key) {
                    Some(&at) => pairs[at].1.clone_from(value),
                    None => pairs.push((key.clone(), value.clone())),
                }
            }
            url.query_pairs_mut().clear().extend_pairs(&pairs);
            url.into()
        },
    },
    Row {
        name: "ten pairs of n set, a guard for each",
        n: 1_000,
        oneiri: |input| {
            let mut uri = input.full_uri.clone();
            for (key, value) in ten(&input.others) {
                uri.query_mut().set(key, value);
            }
            uri.into_string()
        },
        url: |input| {
            let mut url = input.full_url.clone();
            for (key, value) in ten(&input.others) {
                let mut pairs = owned_pairs(&url);
                match pairs.iter_mut().find(|(found, _)| found == key) {
                    Some(pair) => pair.1.clone_from(value),
                    None => pairs.push((key.clone(), value.clone())),
                }
                url.query_pairs_mut().clear().extend_pairs(&pairs);
            }
            url.into()
        },
    },
];

fn oneiri(text: &str) -> UriBuf {
    UriBuf::parse(text).expect("a URI")
}

fn url(text: &str) -> Url {
    Url::parse(text).expect("a URL")
}

/// The pairs cannot be changed where they are: they are collected, and written again.
fn owned_pairs(url: &Url) -> Vec<(String, String)> {
    url.query_pairs().map(|(key, value)| (key.into_owned(), value.into_owned())).collect()
}

/// Ten changes from one end to the other: without a guard for all, each goes through the whole query, so that all of
/// them would grow with the square of their number.
fn ten(pairs: &[(String, String)]) -> impl Iterator<Item = &(String, String)> {
    pairs.iter().step_by(pairs.len() / 10).take(10)
}

/// Seconds for n and for 2n changes, with oneiri and with `url`: the least of several rounds, in which the four take
/// turns.
fn measure(row: &Row) -> [[f64; 2]; 2] {
    const ROUNDS: usize = 9;
    const LONGEST: Duration = Duration::from_secs(3);
    let inputs = [row.n, 2 * row.n].map(Input::of);
    let mut least = [[f64::MAX; 2]; 2];
    let start = Instant::now();
    for round in 0.. {
        if round >= ROUNDS && start.elapsed() >= LONGEST {
            break;
        }
        for (work, least) in [row.oneiri, row.url].iter().zip(&mut least) {
            for (input, least) in inputs.iter().zip(least) {
                let start = Instant::now();
                black_box(work(input));
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
    }
    least
}

/// Measures all rows. How many of them cost too much or grow too steeply.
pub fn run() -> u32 {
    println!("Milliseconds for n changes to one value and for 2n, beside url.");
    println!(
        "  {:<36}{:>7}{:>10}{:>10}{:>8}{:>10}{:>10}{:>8}{:>13}",
        "", "n", "oneiri n", "2n", "growth", "url n", "2n", "growth", "oneiri/url"
    );
    let mut failed = 0;
    for row in ROWS {
        let input = Input::of(100);
        let (ours, theirs) = ((row.oneiri)(&input), (row.url)(&input));
        assert_eq!(ours, theirs.replace('+', "%20"), "{}", row.name);
        let [ours, theirs] = measure(row);
        // The dearer of the two sizes counts.
        let beside = (ours[0] / theirs[0]).max(ours[1] / theirs[1]);
        let growth = ours[1] / ours[0];
        let fails = beside > MOST_BESIDE_URL || growth > MOST_GROWTH;
        failed += u32::from(fails);
        print!("  {:<36}{:>7}", row.name, row.n);
        for [n, twice] in [ours, theirs] {
            print!("{:>10.3}{:>10.3}{:>7.2}x", n * 1e3, twice * 1e3, twice / n);
        }
        println!("{beside:>12.2}x{}", if fails { "  TOO MUCH" } else { "" });
    }
    println!(
        "{failed} of them cost too much: more than {MOST_BESIDE_URL} times url's time, or more than {MOST_GROWTH} \
         times as much for twice the changes"
    );
    failed
}
