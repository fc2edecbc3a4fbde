//! A machine of 32 bits: texts and results of more than 2 GiB, which is the most that one allocation may have. Each
//! operation returns an answer or an error, or fails to allocate, and never returns a wrong answer.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::env::{current_exe, var};
use std::process::Command;

use oneiri::{Iri, IriBuf, IriRef, IriRefBuf, Parts, Rung, percent};

/// The operations, each with its exact answer as an assertion.
const OPERATIONS: [(&str, fn()); 11] = [
    ("parse", || {
        let text = long("http://h/", "a", 19);
        assert_eq!(Iri::parse(&text).unwrap().path().len(), text.len() - 8);
    }),
    ("error", || {
        let text = long("http://h/", "a", 19) + "|";
        assert_eq!(Iri::parse(&text).unwrap_err().start(), text.len() - 1);
    }),
    ("lenient", || {
        let text = long("http://h/", " ", 12);
        assert_eq!(len(Iri::parse_lenient(&text).unwrap().as_str()), 9 + 3 * (len(&text) - 9));
    }),
    ("to URI", || {
        let text = long("http://h/", "é", 12);
        assert_eq!(len(Iri::parse(&text).unwrap().to_uri().as_str()), 9 + 3 * (len(&text) - 9));
    }),
    ("normalize", || {
        let text = long("http://h/", "%7E", 12);
        assert_eq!(len(Iri::parse(&text).unwrap().normalize_at(Rung::Path).as_str()), 9 + (len(&text) - 9) / 3);
    }),
    ("encode", || {
        let text = long("", " ", 12);
        assert_eq!(len(&percent::encode(&text, percent::SafeSet::UNRESERVED)), 3 * len(&text));
    }),
    ("decode", || {
        let text = long("", "%20", 12);
        assert_eq!(percent::decode(&text).len(), text.len() / 3);
    }),
    ("resolve", || {
        let text = long("http://h/", "a/", 12);
        let base = Iri::parse(&text).unwrap();
        let reference = IriRef::parse(&text[9..]).unwrap();
        assert_eq!(len(base.resolve(&reference).as_str()), 9 + 2 * (len(&text) - 9));
    }),
    ("build", || {
        // One text three times: their lengths together are more than 4 GiB, and not in 32 bits.
        let text = long("/", "a", 15);
        let parts = Parts { path: &text, query: Some(&text), fragment: Some(&text), ..Parts::default() };
        assert_eq!(len(IriRefBuf::build(&parts).unwrap().as_str()), 3 * len(&text) + 2);
    }),
    ("set query", || {
        let text = long("/", "a", 12);
        let mut value = IriBuf::parse_owned("http://h/".to_owned() + &text).unwrap();
        let before = len(value.as_str());
        value.set_query(Some(&*text)).unwrap();
        assert_eq!(len(value.as_str()), before + 1 + len(&text));
    }),
    ("compare", || {
        let text = long("http://h/", "a", 15);
        let (one, two) = (&text[..], &text[..text.len() - 1]);
        assert!(!Iri::parse(one).unwrap().equivalent_at(&Iri::parse(two).unwrap(), Rung::Path));
    }),
];

/// `before`, and as many of `unit` as fit into so many tenths of a GiB.
fn long(before: &str, unit: &str, tenths: usize) -> String {
    let size = (1_usize << 30) / 10 * tenths;
    let mut text = String::with_capacity(size + 1);
    text.push_str(before);
    while text.len() + unit.len() <= size {
        text.push_str(unit);
    }
    text
}

/// The length in 64 bits, in which sums of lengths do not overflow.
fn len(text: &str) -> u64 {
    text.len() as u64
}

/// Runs each operation in a process of its own, since a failed allocation ends the process.
#[test]
#[ignore = "takes 4 GiB of memory"]
fn no_answer_is_wrong_beyond_two_gibibytes() {
    const NAME: &str = "ONEIRI_OPERATION";
    if let Ok(name) = var(NAME) {
        let found = OPERATIONS.iter().find(|(operation, _)| *operation == name);
        return found.unwrap().1();
    }
    let mut answered = 0;
    for (name, _) in OPERATIONS {
        let output = Command::new(current_exe().unwrap())
            .args(["--exact", "narrow::no_answer_is_wrong_beyond_two_gibibytes", "--ignored", "--nocapture"])
            .env(NAME, name)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let no_memory = said.contains("capacity overflow") || said.contains("memory allocation of");
        assert!(output.status.success() || no_memory, "{name}: {said}");
        println!("{name}: {}", if no_memory { "cannot be allocated" } else { "answered" });
        answered += usize::from(output.status.success());
    }
    assert!(answered > 2, "{answered} operations answered");
}
