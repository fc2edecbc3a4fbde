//! Policies: compiled, checked, admitted addresses, freed.

use std::ptr::{null, null_mut};

use oneiri_capi::*;

use crate::call::{NO_ERROR, Refused, pointer, written};

/// A policy that is freed when the test is over.
struct Policy(*mut oneiri_policy);

// SAFETY: the header promises that several threads may use one policy.
unsafe impl Sync for Policy {}

impl Drop for Policy {
    fn drop(&mut self) {
        // SAFETY: `compile` wrote it, and nobody else has it.
        unsafe { oneiri_policy_free(self.0) };
    }
}

fn compile(text: &[u8]) -> Result<Policy, Refused> {
    let (start, length) = pointer(Some(text));
    // The text is only checked, with every capacity.
    let checked = written(|buffer, capacity, result_length, error| {
        // SAFETY: the text is a slice, there is no place for a policy, and `written` gives what can be written.
        unsafe { oneiri_policy_compile(start, length, null_mut(), buffer, capacity, result_length, error) }
    });
    let mut policy = null_mut();
    // SAFETY: the text is a slice, and the place a variable.
    let status = unsafe {
        let (none, nowhere) = (null_mut(), null_mut());
        oneiri_policy_compile(start, length, &mut policy, none, 0, nowhere, null_mut())
    };
    assert_eq!(checked.is_ok(), status == ONEIRI_OK);
    assert_eq!(policy.is_null(), status != ONEIRI_OK);
    assert_eq!(checked?, b"", "a policy has no result");
    Ok(Policy(policy))
}

fn check(policy: &Policy, text: &[u8], base: Option<&[u8]>) -> Result<String, Refused> {
    let ((text, length), (base, base_length)) = (pointer(Some(text)), pointer(base));
    let canonical = written(|buffer, capacity, result_length, error| {
        // SAFETY: the texts are slices, the policy is not freed, and `written` gives what can be written.
        unsafe {
            // It writes no error: this is what `written` expects of a status that is not `ONEIRI_INVALID`.
            let _ = error;
            let policy = policy.0;
            oneiri_policy_check(policy, text, length, base, base_length, buffer, capacity, result_length)
        }
    });
    canonical.map(|it| String::from_utf8(it).unwrap())
}

fn admits(policy: &Policy, text: &str, address: &[u8]) -> i32 {
    let (start, length) = pointer(Some(text.as_bytes()));
    // SAFETY: both texts are slices, and the policy is not freed.
    unsafe { oneiri_policy_admits(policy.0, start, length, address.as_ptr(), address.len()) }
}

fn codes(checked: Result<String, Refused>) -> Vec<String> {
    let Err(Refused::Denied { reasons }) = checked else { panic!("{checked:?}") };
    assert!(reasons.ends_with('\n'), "{reasons:?}");
    let lines = reasons.lines().map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [code, start, end, sentence] = fields[..] else { panic!("{line:?}") };
        assert!(start.parse::<usize>().unwrap() <= end.parse().unwrap(), "{line}");
        assert!(!sentence.is_empty() && !sentence.starts_with(code), "{line}");
        code.to_owned()
    });
    lines.collect()
}

const POLICY: &[u8] = br#"
    extends = "ssrf"
    [[allow]]
    scheme = "https"
    host = "*.example.com"
    path = "/v1/*"
"#;

#[test]
fn a_text_is_admitted_as_its_canonical_text() {
    let policy = compile(b"extends = \"ssrf\"").unwrap();
    let checked = check(&policy, b"HTTPS://Example.com:443/a/../b", None);
    assert_eq!(checked.as_deref(), Ok("https://example.com/b"));
    let against = check(&policy, b"../c", Some(b"https://example.com/a/b"));
    assert_eq!(against.as_deref(), Ok("https://example.com/c"));
    for attack in [
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "http://[::ffff:127.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
        r"http://good.example\@127.0.0.1/",
        "//example.com/",
        "",
    ] {
        codes(check(&policy, attack.as_bytes(), None));
    }
    assert_eq!(codes(check(&policy, b"http://127.0.0.1/", None)), ["special-address"]);
}

/// Every text gets the decision of the library, and its reasons.
#[test]
fn decisions_are_those_of_the_library() {
    let text = "extends = \"ssrf\"";
    let (ours, theirs) = (compile(text.as_bytes()).unwrap(), ::oneiri_policy::Policy::compile(text).unwrap());
    let (mut allowed, mut denied) = (0, 0);
    let cases = include_str!("../../../../testdata/policy/advisories.json");
    let cases: Vec<&str> = cases.split('"').skip(1).step_by(2).collect();
    for case in cases {
        let expected = theirs.check(case);
        match check(&ours, case.as_bytes(), None) {
            Ok(canonical) => {
                allowed += 1;
                let checked = expected.allowed();
                assert_eq!(checked.as_ref().map(|it| it.as_str()), Some(&*canonical), "{case}");
            }
            denial => {
                denied += 1;
                let expected: Vec<_> = expected.reasons().iter().map(|it| it.code.as_str()).collect();
                assert_eq!(codes(denial), expected, "{case}");
            }
        }
    }
    assert!(allowed > 3 && denied > 50, "{allowed}, {denied}");
}

#[test]
fn an_address_is_admitted_for_a_text() {
    let policy = compile(b"extends = \"ssrf\"").unwrap();
    let text = "https://example.com/b";
    assert_eq!(admits(&policy, text, &[93, 184, 215, 14]), ONEIRI_OK);
    assert_eq!(admits(&policy, text, &[127, 0, 0, 1]), ONEIRI_DENIED);
    assert_eq!(admits(&policy, text, &[0; 16]), ONEIRI_DENIED);
    let public = [0x26, 6, 0x28, 0, 2, 0x1F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    assert_eq!(admits(&policy, text, &public), ONEIRI_OK);
    assert_eq!(admits(&policy, "http://127.0.0.1/", &[127, 0, 0, 1]), ONEIRI_DENIED);
    for length in [0, 3, 5, 15, 17] {
        assert_eq!(admits(&policy, text, &vec![8; length]), ONEIRI_MISUSE, "{length}");
    }
}

#[test]
fn a_text_that_is_no_policy_is_invalid() {
    let fault = |text: &[u8]| match compile(text) {
        Err(Refused::Invalid { error, sentence }) => (error, sentence),
        _ => panic!("{}", text.escape_ascii()),
    };
    let text = b"extends = \"ssrf\"\nparsers = [\"opera\"]";
    let (error, sentence) = fault(text);
    assert!(sentence.contains("opera"), "{sentence}");
    assert!(error.start <= error.end && error.end <= text.len(), "{error:?}");
    let (kind, component) = (ONEIRI_KIND_OTHER, ONEIRI_TEXT);
    let expected = oneiri_error { kind, component, found: ONEIRI_END, argument: 0, ..error };
    assert_eq!(error, expected);
    let (error, _) = fault(b"[[allow]]\nhost = 3");
    assert_eq!((error.start, error.end), (17, 18));
    assert_eq!(fault(b"a = \"\xFF\"").0.kind, ONEIRI_KIND_UTF8);
}

/// No text is admitted that is not read: not UTF-8, not the base, not a policy.
#[test]
fn a_check_fails_closed() {
    let policy = compile(b"extends = \"ssrf\"").unwrap();
    let fine = b"https://example.com/";
    assert_eq!(codes(check(&policy, b"https://example.com/\xFF", None)), ["not-utf8"]);
    assert_eq!(codes(check(&policy, fine, Some(b"\xFF"))), ["not-utf8"]);
    codes(check(&policy, fine, Some(b"")));
    codes(check(&policy, b"https://example.com/\t\n\0", None));
    assert_eq!(check(&Policy(null_mut()), fine, None), Err(Refused::Misuse));
    assert_eq!(admits(&Policy(null_mut()), "https://example.com/", &[8; 4]), ONEIRI_MISUSE);
    let mut error = NO_ERROR;
    // SAFETY: all pointers are null, and all lengths zero, but for the error, which is a variable.
    unsafe {
        let (no_text, nothing) = (null(), null_mut());
        let misuse = oneiri_policy_compile(no_text, 1, null_mut(), nothing, 0, null_mut(), &mut error);
        assert_eq!((misuse, error), (ONEIRI_MISUSE, NO_ERROR));
        oneiri_policy_free(null_mut());
    }
    // The empty policy has no rule.
    assert_eq!(codes(check(&compile(b"").unwrap(), fine, None)), ["no-rule"]);
}

#[test]
fn threads_share_a_policy() {
    let policy = compile(POLICY).unwrap();
    std::thread::scope(|scope| {
        for host in ["a", "b"] {
            let policy = &policy;
            scope.spawn(move || {
                for turn in 0..100 {
                    let text = format!("https://{host}{turn}.example.com/v1/x");
                    assert_eq!(check(policy, text.as_bytes(), None), Ok(text));
                }
            });
        }
    });
}
