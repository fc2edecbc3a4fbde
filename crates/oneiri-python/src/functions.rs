//! The functions of `oneiri` that take text. The methods in `identifier.rs` and the functions for columns in `arrow.py`
//! repeat their defaults, and nothing compares them. The stub `_oneiri.pyi` repeats them, too, and `test_typing.py`
//! compares it. The comments are docstrings, whose examples `test_docs.py` runs.

use oneiri::percent::{self, SafeSet};
use oneiri::{Alphabet, Ascii, HasScheme, Ladder, MaybeScheme, Ri, Rung, SchemePresence, Unicode};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::error::raise;
use crate::given::{Given, Text, hash as hash_of, rung as rung_of};
use crate::grammar::{Grammar, grammar as grammar_of, in_grammar};
use crate::lint::{Codes, Finding, check, lints};
use crate::unlocked::unlocked;
use crate::verdict::Verdict;

pub(crate) fn parse<'a, A: Alphabet, F: SchemePresence>(py: Python<'_>, text: &'a str) -> PyResult<Ri<&'a str, A, F>> {
    unlocked(py, text, || Ri::<&str, A, F>::parse(text)).map_err(|error| raise(py, error, text))
}

/// The normal form of an identifier at a rung, as text. The grammar is "iri-reference", "iri", "uri-reference" or
/// "uri". The default grammar is "iri-reference" for a text, and the grammar of its type for a value; the same
/// holds for `fingerprint`, `lint` and `fix`.
///
/// >>> normalize("HTTP://Example.com:080/%7Eada/../ros%C3%A9")
/// 'http://example.com/rosé'
/// >>> normalize("HTTP://Example.com:080/ros%c3%a9", "path", grammar="uri")
/// 'http://example.com:80/ros%C3%A9'
#[pyfunction]
#[pyo3(signature = (text, rung = "scheme", *, grammar = None))]
pub(crate) fn normalize<'py>(
    text: &Bound<'py, PyAny>,
    rung: &str,
    grammar: Option<&str>,
) -> PyResult<Bound<'py, PyString>> {
    let given: Given<'_, '_> = text.extract()?;
    let (grammar, rung) = (given.grammar(grammar)?, rung_of(rung)?);
    in_grammar!(grammar, A, F => normalize_in::<A, F>(text, given.as_str(), rung))
}

fn normalize_in<'py, A: Alphabet, F: SchemePresence>(
    object: &Bound<'py, PyAny>,
    text: &str,
    rung: Rung,
) -> PyResult<Bound<'py, PyString>> {
    let parsed = parse::<A, F>(object.py(), text)?;
    let normal = unlocked(object.py(), text, || parsed.normalize_at(rung));
    match object.cast_exact::<PyString>() {
        // Returns the same object if the text is already normal. An object of a subclass is not given back: it may
        // compare otherwise than text does, and hold more than its text alive.
        Ok(same) if normal.as_str() == text => Ok(same.clone()),
        _ => Ok(PyString::new(object.py(), normal.as_str())),
    }
}

/// Whether a text is valid by a grammar. The default grammar is that of `normalize`. Half a surrogate pair is invalid.
///
/// >>> is_valid("http://h/"), is_valid("http://h/a b"), is_valid("/a", grammar="uri")
/// (True, False, False)
#[pyfunction]
#[pyo3(signature = (text, *, grammar = None))]
pub(crate) fn is_valid(py: Python<'_>, text: &Bound<'_, PyAny>, grammar: Option<&str>) -> PyResult<bool> {
    let given: Given<'_, '_> = match text.extract() {
        Err(_) if text.is_instance_of::<PyString>() => {
            return grammar.map_or(Ok(false), |name| grammar_of(name).map(|_| false));
        }
        given => given?,
    };
    let (grammar, text) = (given.grammar(grammar)?, given.as_str());
    Ok(in_grammar!(grammar, A, F => {
        unlocked(py, text, || Ri::<&str, A, F>::parse(text).is_ok())
    }))
}

/// The target of a reference, resolved against a base (RFC 3986 section 5), as text. Whatever the grammar, the
/// base has a scheme and the reference may lack one. The base comes first in every `resolve` of the package, and both
/// arguments have names.
///
/// >>> resolve("http://a/b/c/d;p?q", "../g"), resolve(reference="../g", base="http://a/b/c/d;p?q")
/// ('http://a/b/g', 'http://a/b/g')
#[pyfunction]
#[pyo3(signature = (base, reference, *, grammar = "iri-reference"))]
pub(crate) fn resolve(
    py: Python<'_>,
    base: Given<'_, '_>,
    reference: Given<'_, '_>,
    grammar: &str,
) -> PyResult<String> {
    fn run<A: Alphabet>(py: Python<'_>, base: &str, reference: &str) -> PyResult<String> {
        let base = parse::<A, HasScheme>(py, base)?;
        Ok(base.resolve(&parse::<A, MaybeScheme>(py, reference)?).into_string())
    }
    let (base, reference) = (base.as_str(), reference.as_str());
    if grammar_of(grammar)?.is_ascii() {
        run::<Ascii>(py, base, reference)
    } else {
        run::<Unicode>(py, base, reference)
    }
}

/// The shortest reference from a base to a target, as text. Both have a scheme; the grammar is "iri" or "uri".
///
/// >>> relativize("http://a/b/c/d;p?q", "http://a/b/g")
/// '../g'
#[pyfunction]
#[pyo3(signature = (base, target, *, grammar = "iri"))]
pub(crate) fn relativize(
    py: Python<'_>,
    base: Given<'_, '_>,
    target: Given<'_, '_>,
    grammar: &str,
) -> PyResult<String> {
    fn run<A: Alphabet>(py: Python<'_>, base: &str, target: &str) -> PyResult<String> {
        let base = parse::<A, HasScheme>(py, base)?;
        Ok(base.relativize(&parse::<A, HasScheme>(py, target)?).into_string())
    }
    let (base, target) = (base.as_str(), target.as_str());
    if grammar_of(grammar)?.is_ascii() { run::<Ascii>(py, base, target) } else { run::<Unicode>(py, base, target) }
}

/// Compares two identifiers: the lowest rung at which they are equal, with the reasons, or the first difference
/// that keeps them apart (RFC 3986 section 6).
///
/// >>> compare("http://example.org/ros%C3%A9", "HTTP://example.org:/rosé").rung
/// 'path'
/// >>> compare("http://h/a", "http://h/b").rung is None
/// True
#[pyfunction]
#[pyo3(signature = (a, b, *, grammar = "iri-reference"))]
pub(crate) fn compare(py: Python<'_>, a: Given<'_, '_>, b: Given<'_, '_>, grammar: &str) -> PyResult<Verdict> {
    compare_in(py, &Ladder::default(), [a.as_str(), b.as_str()], grammar_of(grammar)?)
}

pub(crate) fn compare_in(
    py: Python<'_>,
    ladder: &Ladder<'_>,
    [a, b]: [&str; 2],
    grammar: Grammar,
) -> PyResult<Verdict> {
    in_grammar!(grammar, A, F => {
        Verdict::of(py, ladder, &parse::<A, F>(py, a)?, &parse::<A, F>(py, b)?)
    })
}

pub(crate) fn equivalent_in(
    py: Python<'_>,
    ladder: &Ladder<'_>,
    [a, b]: [&str; 2],
    rung: Rung,
    grammar: Grammar,
) -> PyResult<bool> {
    in_grammar!(grammar, A, F => {
        let (left, right) = (parse::<A, F>(py, a)?, parse::<A, F>(py, b)?);
        Ok(unlocked(py, a, || ladder.equivalent(&left, &right, rung)))
    })
}

pub(crate) fn rung_in(py: Python<'_>, [a, b]: [&str; 2], grammar: Grammar) -> PyResult<Option<&'static str>> {
    let rung = in_grammar!(grammar, A, F => {
        let (left, right) = (parse::<A, F>(py, a)?, parse::<A, F>(py, b)?);
        unlocked(py, a, || left.compare(&right).rung())
    });
    Ok(rung.map(Rung::name))
}

/// The reasons why two identifiers are equal or different, in sentences.
///
/// >>> print(explain("http://example.com/~ada", "HTTP://example.com:80/%7Eada"))
/// equal at the scheme rung
/// case      scheme: "http" is "HTTP": letter case does not matter here (RFC 3986 section 6.2.2.1)
/// scheme    port: "" is ":80": this is the scheme's default port (RFC 9110 sections 4.2.1 and 4.2.3)
/// escape    path: "~" is "%7E": an unreserved character needs no escape (RFC 3986 section 6.2.2.2)
/// >>> print(explain("http://h/a%2Fb", "http://h/a/b"))
/// different
/// path: "%2F" is not "/": a reserved character and its escape are not the same (RFC 3986 section 2.2)
#[pyfunction]
#[pyo3(signature = (a, b, *, grammar = "iri-reference"))]
pub(crate) fn explain(py: Python<'_>, a: Given<'_, '_>, b: Given<'_, '_>, grammar: &str) -> PyResult<String> {
    Ok(compare(py, a, b, grammar)?.explanation)
}

/// The problems of a valid identifier: spellings that are unwise, and spellings that break the rules of its
/// scheme, from left to right. The profile selects the lints ("rdf", "web" or "strict"), or `only` selects them by
/// code.
///
/// >>> for finding in lint("http://ada:secret@example.com/"):
/// ...     print(finding)
/// userinfo: http and https URLs should have no userinfo, because it disguises the host: "example.com" (RFC 9110 section 4.2.4)
/// userinfo: everybody who sees the URL can read the password in it (RFC 3986 section 3.2.1)
/// >>> lint("http://ada:secret@example.com/", only=["default-port"])
/// []
#[pyfunction]
#[pyo3(signature = (text, *, profile = "web", only = None, grammar = None))]
pub(crate) fn lint(
    py: Python<'_>,
    text: Given<'_, '_>,
    profile: &str,
    only: Option<Codes>,
    grammar: Option<&str>,
) -> PyResult<Vec<Finding>> {
    let (grammar, text, lints) = (text.grammar(grammar)?, text.as_str(), lints(profile, only)?);
    in_grammar!(grammar, A, F => Ok(check(&parse::<A, F>(py, text)?, &lints)))
}

/// The text with all fixes that `lint` offers. Each fix names the rung at which it changes nothing.
///
/// >>> fix("http://h:80/%7Eada")
/// 'http://h/~ada'
#[pyfunction]
#[pyo3(signature = (text, *, profile = "web", only = None, grammar = None))]
pub(crate) fn fix(
    py: Python<'_>,
    text: Given<'_, '_>,
    profile: &str,
    only: Option<Codes>,
    grammar: Option<&str>,
) -> PyResult<String> {
    let (grammar, text, lints) = (text.grammar(grammar)?, text.as_str(), lints(profile, only)?);
    let fixed = in_grammar!(grammar, A, F => {
        lints.fix(&parse::<A, F>(py, text)?).map(Ri::into_string)
    });
    Ok(fixed.unwrap_or_else(|| text.to_owned()))
}

/// A fingerprint of 16 bytes of the normal form at a rung: XXH3-128, or "blake3" cut to 128 bits. Equal
/// identifiers have equal fingerprints, on every machine and in every version.
///
/// Fingerprints can only be compared within one alphabet: the normal form of an IRI has characters where the
/// normal form of a URI has escapes. To match fingerprints made elsewhere, name the grammar that they were made
/// with.
///
/// >>> uri = Uri("http://h/ros%C3%A9")
/// >>> fingerprint(uri) == uri.fingerprint(), fingerprint(uri) == fingerprint(str(uri))
/// (True, False)
/// >>> fingerprint("HTTP://h/%7e") == fingerprint("http://h/~")
/// True
/// >>> fingerprint("http://www.example.com/", rung="string").hex()
/// '546c079a27aa62fe810409a9c9e6995b'
#[pyfunction]
#[pyo3(signature = (text, rung = "scheme", *, hash = "xxh3", grammar = None))]
pub(crate) fn fingerprint<'py>(
    py: Python<'py>,
    text: Given<'_, '_>,
    rung: &str,
    hash: &str,
    grammar: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (grammar, rung, hash) = (text.grammar(grammar)?, rung_of(rung)?, hash_of(hash)?);
    let bytes = in_grammar!(grammar, A, F => {
        hash.of(&parse::<A, F>(py, text.as_str())?, rung)
    });
    Ok(PyBytes::new(py, &bytes))
}

/// Percent-encodes bytes, or the UTF-8 of a text. Unreserved characters and the characters in `safe` stay
/// unchanged (RFC 3986 section 2.1).
///
/// >>> encode("docs/rosé & thé", safe="/")
/// 'docs/ros%C3%A9%20%26%20th%C3%A9'
/// >>> encode(bytes([255]))
/// '%FF'
#[pyfunction]
#[pyo3(signature = (text, *, safe = Text::default()), text_signature = "(text, *, safe='')")]
pub(crate) fn encode(text: &Bound<'_, PyAny>, safe: Text<'_>) -> PyResult<String> {
    let safe = safe.as_bytes();
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(SafeSet::with(safe, |set| percent::encode_bytes(bytes.as_bytes(), set)).into_owned());
    }
    if text.is_instance_of::<PyString>() {
        let text: Text<'_> = text.extract()?;
        return Ok(SafeSet::with(safe, |set| percent::encode(&text, set)).into_owned());
    }
    let found = text.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("expected str or bytes, found {found}")))
}

/// The bytes that a text stands for, with every escape decoded. A "%" that begins no escape stays unchanged; with
/// `strict`, it raises `Error`.
///
/// >>> list(decode("A%2F%ff"))
/// [65, 47, 255]
#[pyfunction]
#[pyo3(signature = (text, *, strict = false))]
pub(crate) fn decode<'py>(py: Python<'py>, text: Text<'_>, strict: bool) -> PyResult<Bound<'py, PyBytes>> {
    if !strict {
        return Ok(PyBytes::new(py, &percent::decode(&text)));
    }
    let decoded = percent::decode_strict(&text).map_err(|error| raise(py, error, &text))?;
    Ok(PyBytes::new(py, &decoded))
}

/// Like `decode`, but returns text. Escapes whose bytes are not UTF-8 raise `Error`.
///
/// >>> decode_text("r%C3%A9sum%C3%A9")
/// 'résumé'
#[pyfunction]
pub(crate) fn decode_text(py: Python<'_>, text: Text<'_>) -> PyResult<String> {
    match percent::decode_text(&text) {
        Ok(decoded) => Ok(decoded.into_owned()),
        Err(error) => Err(raise(py, error, &text)),
    }
}

/// Removes dot segments exactly by the routine of RFC 3986 section 5.2.4. The result may be part of a different
/// identifier; `normalize` keeps the structure.
///
/// >>> remove_dot_segments_rfc3986("/a/b/c/./../../g")
/// '/a/g'
#[pyfunction]
pub(crate) fn remove_dot_segments_rfc3986(path: Text<'_>) -> String {
    oneiri::component::remove_dot_segments_rfc3986(&path).to_string()
}
