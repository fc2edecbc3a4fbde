//! The laws for fuzzers: each a function of any bytes, which it reads as one text or as lines. `fuzz/` calls them with
//! what libFuzzer finds; the tests call them with the seeds and with the corpus that was kept.

pub(crate) mod seeds;

use super::edit::{Change, POLICIES, changes_as_the_model, sequence};
use super::respell::respell;
use super::run::Outcome;
use super::{build, compare, guarantees, lenient as leniency, normalize as normal, parse as grammar};
use super::{percent, relativize as relative, resolve as resolution, rungs, witness};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::lenient::encode;
use crate::oracle::normalize as oracle;
use crate::oracle::split::seven;
use oneiri::{HasScheme, Iri, IriRef, MaybeScheme, Rung, Uri};
pub(crate) use seeds::{kept, of_cases};

/// A law and its name, which is that of its target and of its corpus.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// The laws of the library. That of its scanners is in the library, those of the command in the command.
pub(crate) const TARGETS: [Target; 8] = [
    ("parse", parse),
    ("roundtrip", roundtrip),
    ("normalize", normalize),
    ("resolve", resolve),
    ("relativize", relativize),
    ("edit", edit),
    ("compare", compare_),
    ("lenient", lenient),
];

/// The longest text that the oracle reads.
const ONE: usize = 255;
/// The longest of two that it may put together.
const TWO: usize = 120;

/// Accepted exactly if the ABNF accepts, with the components of appendix B; what is refused has its fault in the text.
pub(crate) fn parse(data: &[u8]) {
    let text = &text(data, ONE);
    hold(text, || of_all_types!(grammar::parses_as_the_oracle, text));
    hold(text, || of_all_types!(grammar::components_match_their_rules, text));
}

/// What is taken apart goes together again: split and build, parse and print, encode and decode, URI and IRI.
pub(crate) fn roundtrip(data: &[u8]) {
    let text = &text(data, ONE);
    hold(text, || grammar::splits_as_appendix_b(text));
    hold(text, || of_all_types!(guarantees::prints_what_was_parsed, text));
    hold(text, || guarantees::converts_grammatically::<HasScheme>(text));
    hold(text, || guarantees::converts_grammatically::<MaybeScheme>(text));
    hold(text, || percent::decodes_as_the_oracle(text));
    hold(text, || percent::encodes_and_decodes(data, ""));
    hold(text, || percent::encodes_and_decodes(data, "/:é"));
    let [one, other] = two(data);
    // The host and what is around it of one, the rest of the other.
    let mut mixed = seven(&one);
    let rest = seven(&other);
    (mixed.path, mixed.query, mixed.fragment) = (rest.path, rest.query, rest.fragment);
    hold(text, || build::builds_in_all_types(&mixed));
}

/// Each normalization, alone, together and in place, is the oracle's, idempotent, and keeps the structure.
pub(crate) fn normalize(data: &[u8]) {
    let text = &text(data, ONE);
    hold(text, || of_all_types!(normal::normalizes_as_the_oracle, text));
    hold(text, || of_all_types!(normal::steps_as_the_oracle, text));
    hold(text, || of_all_types!(normal::in_place_as_pure, text));
    hold(text, || of_all_types!(guarantees::is_idempotent, text));
    hold(text, || of_all_types!(guarantees::structure_is_kept, text));
    hold(text, || guarantees::squares_commute::<MaybeScheme>(text));
    hold(text, || normal::converts_as_the_oracle::<MaybeScheme>(text));
    #[cfg(feature = "nfc")]
    hold(text, || super::nfc::keeps_structure::<MaybeScheme>(text));
}

/// A base and a reference, one a line: resolved as the RFC's pseudo-code does, with each option.
pub(crate) fn resolve(data: &[u8]) {
    let [base, reference] = &two(data);
    let law = || -> Outcome {
        let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(reference)) else {
            return Ok(false);
        };
        resolution::resolves_as_the_oracle(base, reference, &mut String::new())?;
        resolution::options_resolve_as_the_oracle(base, reference)
    };
    hold(base, law);
    hold(base, || guarantees::resolving_again_only_removes_dots(base, reference));
    hold(base, || guarantees::resolves_grammatically(base, reference));
}

/// A base and a target, one a line: the reference from one to the other leads back, if any does. So does the one to
/// what the target, read as a reference, leads to.
pub(crate) fn relativize(data: &[u8]) {
    let [base, other] = &two(data);
    let Ok(from) = Iri::parse(base) else { return };
    if let Ok(to) = Iri::parse(other) {
        hold(base, || relative::leads_back(from, to));
    }
    if let Ok(reference) = IriRef::parse(other) {
        let near = from.resolve(&reference);
        hold(base, || relative::leads_back(from, near.as_borrowed()));
    }
}

/// A text, and a change a line: the first character says which component and by which policy, and the rest is the
/// value. Then twenty changes more, by chance.
pub(crate) fn edit(data: &[u8]) {
    let all = String::from_utf8_lossy(data).into_owned();
    let mut lines = all.split('\n').map(|line| cut(line, TWO));
    let base = lines.next().unwrap_or_default();
    let mut text = base.to_string();
    for line in lines.take(8) {
        let mut value = line.chars();
        let choice = value.next().map_or(0, u32::from);
        // A sixteenth of the choices take the component away.
        let value = (choice % 16 != 15).then_some(value.as_str());
        // As a value it may have to be escaped, every byte of it.
        if text.len() + 3 * line.len() + 2 > ONE {
            break;
        }
        let change = Change::each(value)[(choice / 2 % 8) as usize];
        let policy = POLICIES[(choice % 2) as usize];
        hold(&text, || of_all_types!(changes_as_the_model, &text, change, policy));
        if let Ok(changed) =
            IriRef::parse(&text).map_err(drop).and_then(|before| change.pure(&before, policy).map_err(drop))
        {
            text = changed.into_string();
        }
    }
    let seed = data.iter().fold(1_u64, |seed, &byte| seed.rotate_left(5) ^ u64::from(byte));
    sequence(base, seed);
}

/// Two texts, one a line, and respellings of the first: at every rung they are equal exactly if their normal forms
/// are, and then so are their hashes and fingerprints; and the verdict has its witness.
pub(crate) fn compare_(data: &[u8]) {
    let [one, other] = &two(data);
    hold(one, || of_all_types!(rungs::normal_forms, one));
    hold(one, || compare::pair_as_the_oracle(one, other));
    let choices: Vec<u8> = other.bytes().map(|byte| byte % 60).collect();
    for letters in [Letters::Uri, Letters::Iri] {
        let valid = match letters {
            Letters::Uri => |text: &str| Uri::parse(text).is_ok(),
            Letters::Iri => |text: &str| Iri::parse(text).is_ok(),
        };
        let mut texts = vec![one.clone(), other.clone()];
        // Only where the oracle speaks of each is a respelling one.
        if valid(one) && !choices.is_empty() {
            texts.push(respell(letters, Rung::Scheme, one, &choices));
            texts.push(oracle::normalize(letters, one));
        }
        texts.retain(|text| text.len() <= ONE && valid(text));
        let forms: Vec<_> = texts.iter().map(|text| rungs::forms(letters, text)).collect();
        hold(one, || rungs::each_two(letters, &forms));
        hold(one, || rungs::fingerprints_agree(&forms));
        for text in &texts {
            hold(one, || witness::witnessed_in(letters, one, text));
        }
    }
}

/// Lenient parsing is strict parsing of the encoded text.
pub(crate) fn lenient(data: &[u8]) {
    let text = &text(data, ONE);
    if encode(Letters::Uri, text).len() <= ONE {
        hold(text, || of_all_types!(leniency::lenient_as_the_oracle, text));
    }
}

fn hold(text: &str, law: impl Fn() -> Outcome) {
    if let Err(reason) = law() {
        panic!("broken by {text:?}: {reason}");
    }
}

fn text(data: &[u8], most: usize) -> String {
    cut(&String::from_utf8_lossy(data), most).to_string()
}

fn two(data: &[u8]) -> [String; 2] {
    let both = String::from_utf8_lossy(data);
    let (one, other) = both.split_once('\n').unwrap_or((&both, ""));
    [one, other].map(|text| cut(text, TWO).to_string())
}

/// The text up to a length, at a boundary of characters.
fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[test]
fn the_laws_hold_for_the_seeds_and_for_what_was_kept() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let seeds = of_cases(&root);
    assert!(seeds.len() > 2000, "{} seeds", seeds.len());
    for (name, law) in TARGETS {
        let kept = kept(&root, name);
        seeds.iter().chain(&kept).for_each(|seed| law(seed));
        println!("{name}: {} seeds, {} kept", seeds.len(), kept.len());
    }
}
