//! How a law is put to the test: on generated values, and on every short string.

use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::Instant;

/// `Ok(true)` where the law held, `Ok(false)` where it says nothing of the value.
pub(crate) type Outcome = Result<bool, TestCaseError>;

/// With how many cases a law is complete.
const ALL: u32 = 20_000;

/// How many values each law is tried on: 5,000, so that `cargo test` is quick, or the number in the variable
/// `ONEIRI_CASES`. `.ci/deep laws` sets it to 20,000, of which these are the first.
pub(crate) fn cases() -> u32 {
    static CASES: LazyLock<u32> = LazyLock::new(|| match std::env::var("ONEIRI_CASES") {
        Ok(number) => number.parse().expect("ONEIRI_CASES is a number"),
        Err(_) => 5_000,
    });
    *CASES
}

/// Whether a law about very many things is tried on this one of them. All of them are with `ONEIRI_CASES=20000`, as in
/// `.ci/deep laws`; otherwise the same share of them as of the values, spread so that no pattern in their order is in step
/// with it.
pub(crate) fn is_tried(nth: u32) -> bool {
    let spread = u64::from(nth.wrapping_mul(0x9E37_79B9));
    spread * u64::from(ALL) < u64::from(cases()) << 32
}

/// Nine symbols that between them reach every rule of the split.
pub(crate) const NINE: [&str; 9] = ["a", ":", "/", ".", "?", "#", "@", "%41", "é"];

/// Six symbols, for laws about two texts.
pub(crate) const SIX: [&str; 6] = ["a", ":", "/", ".", "?", "#"];

/// Holds a law to [`cases`] generated values, the same ones each time, and to speak of a tenth of them at least.
pub(crate) fn for_all<S: Strategy + 'static>(name: &str, values: S, law: impl Fn(&S::Value) -> Outcome) {
    try_all(name, values.boxed(), &law);
}

/// Takes what differs from law to law by reference, because it would otherwise be compiled for each.
fn try_all<V: Debug>(name: &str, values: BoxedStrategy<V>, law: &dyn Fn(&V) -> Outcome) {
    let config = Config {
        cases: cases(),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(275_3986_3987),
        max_shrink_iters: 50_000,
        ..Config::default()
    };
    let (tried, held, begun) = (Cell::new(0), Cell::new(0), Instant::now());
    let result = TestRunner::new(config).run(&values, |value| {
        tried.set(tried.get() + 1);
        held.set(held.get() + u32::from(law(&value)?));
        Ok(())
    });
    match result {
        Ok(()) => {
            let (tried, held, time) = (tried.get(), held.get(), begun.elapsed());
            println!("{name}: {tried} generated, of which the law speaks of {held}, in {time:.1?}");
        }
        Err(TestError::Fail(reason, value)) => panic!("{name}: broken by {value:?}: {reason}"),
        Err(TestError::Abort(reason)) => panic!("{name}: gave up: {reason}"),
    }
    assert!(held.get() >= tried.get() / 10, "{name}: the law hardly ever speaks of what is generated");
}

/// Holds a law to every string of up to `most` symbols put after `head`. Of the longest, it is held to those that
/// [`is_tried`] names.
pub(crate) fn for_every(name: &str, head: &str, symbols: &[&str], most: usize, mut law: impl FnMut(&str) -> Outcome) {
    try_every(name, head, symbols, most, &mut law);
}

fn try_every(name: &str, head: &str, symbols: &[&str], most: usize, law: &mut dyn FnMut(&str) -> Outcome) {
    let (mut longest, mut tried, mut held, begun) = (0, 0, 0, Instant::now());
    each_string(head, symbols, most, &mut |text, left| {
        if left == 0 {
            longest += 1;
            if !is_tried(longest) {
                return;
            }
        }
        tried += 1;
        match catch_unwind(AssertUnwindSafe(|| law(text))) {
            Ok(Ok(spoke)) => held += usize::from(spoke),
            Ok(Err(reason)) => panic!("{name}: broken by {text:?}: {reason}"),
            Err(_) => panic!("{name}: {text:?} makes the library panic"),
        }
    });
    let time = begun.elapsed();
    println!("{name}: {tried} strings after {head:?}, the law speaks of {held}, in {time:.1?}");
    assert!(held > 0, "{name}: the law speaks of nothing");
}

/// Holds a law to every pair of two lists that [`is_tried`] names.
pub(crate) fn for_every_pair(
    name: &str,
    ones: &[String],
    others: &[String],
    mut law: impl FnMut(&str, &str) -> Outcome,
) {
    try_every_pair(name, ones, others, &mut law);
}

fn try_every_pair(name: &str, ones: &[String], others: &[String], law: &mut dyn FnMut(&str, &str) -> Outcome) {
    let (mut pairs, mut tried, mut held, begun) = (0, 0, 0, Instant::now());
    for one in ones {
        for other in others {
            pairs += 1;
            if !is_tried(pairs) {
                continue;
            }
            tried += 1;
            // A panic in the library should name its pair too.
            match catch_unwind(AssertUnwindSafe(|| law(one, other))) {
                Ok(Ok(spoke)) => held += usize::from(spoke),
                Ok(Err(reason)) => panic!("{name}: broken by {one:?} and {other:?}: {reason}"),
                Err(_) => panic!("{name}: {one:?} and {other:?} make the library panic"),
            }
        }
    }
    let time = begun.elapsed();
    println!("{name}: {tried} of {pairs} pairs, the law speaks of {held}, in {time:.1?}");
    assert!(held > 2_000.min(tried / 10), "{name}: the law hardly ever speaks");
}

/// All strings of up to `most` symbols put after `head` that `keep` keeps, the shortest first.
pub(crate) fn strings(head: &str, symbols: &[&str], most: usize, keep: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    each_string(head, symbols, most, &mut |text, _| {
        if keep(text) {
            all.push(text.to_string());
        }
    });
    all.sort_by_key(String::len);
    all
}

/// Visits each string, with the number of symbols that could still be added to it.
fn each_string(head: &str, symbols: &[&str], most: usize, visit: &mut impl FnMut(&str, usize)) {
    visit(head, most);
    if most > 0 {
        for symbol in symbols {
            each_string(&format!("{head}{symbol}"), symbols, most - 1, visit);
        }
    }
}
