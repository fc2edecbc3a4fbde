//! What rungs, reasons, codes and refusals are called and say, so that no name changes unseen.

use oneiri::compare::{Evidence, ObservationError, ObservationKind, Observations, Reason, Rule, UnknownRung};
use oneiri::file::FileError;
use oneiri::{ErrorKind, Iri, Rung};

#[test]
fn rungs_are_read_by_their_names() {
    let names = ["string", "case", "escape", "path", "scheme", "protocol"];
    for (rung, name) in Rung::ALL.into_iter().zip(names) {
        assert_eq!(rung.name(), name);
        assert_eq!(format!("[{rung:>9}]"), format!("[{name:>9}]"));
        assert_eq!(name.parse(), Ok(rung));
    }
    for unknown in ["syntax", "Path", ""] {
        assert_eq!(unknown.parse::<Rung>(), Err(UnknownRung));
    }
    assert_eq!(UnknownRung.to_string(), "expected string, case, escape, path, scheme or protocol");
}

/// The name of a variant in JSON: `DefaultPort` is `default-port`.
fn name_of(variant: impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for c in format!("{variant:?}").chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// The names are those that JSON and JavaScript had when they were made of the variants.
#[test]
fn names_are_those_of_the_variants() {
    use ErrorKind::*;
    let kinds = [
        Character, Escape, SchemeMissing, SchemeInvalid, Port, BracketOpen, BracketTail, Ipv6, IpvFuture, PathRootless,
        PathDoubleSlash, PathColon, SegmentDots, SegmentEmpty, PortRange, Utf8,
    ];
    for kind in kinds {
        assert_eq!(kind.name(), name_of(kind));
    }
}

#[test]
fn every_reason_has_its_phrase_and_its_section() {
    let expected = [
        (Reason::Presence, "an empty one is not none", "RFC 3986 section 6.2.3"),
        (Reason::Reserved, "a reserved character and its escape", "RFC 3986 section 2.2"),
        (Reason::LetterCase, "letter case matters", "RFC 3986 section 6.2.2.1"),
        (Reason::UnicodeCase, "only ASCII letters", "RFC 3987 section 5.3.2.1"),
        (Reason::Nfc, "only NFC would", "RFC 3987 section 5.3.2.2"),
        (Reason::Nfkc, "only NFKC would", "RFC 3987 section 5.3.2.2"),
        (Reason::Text, "they differ", "RFC 3986 section 6.2.1"),
    ];
    for (reason, phrase, section) in expected {
        assert!(reason.describe().contains(phrase), "{reason:?}");
        assert_eq!(reason.to_string(), reason.describe());
        assert_eq!(reason.name(), name_of(reason));
        assert_eq!(reason.section(), section);
    }
}

#[test]
fn every_rule_has_its_phrase_its_section_and_its_rung() {
    let expected = [
        (Rule::LetterCase, "letter case does not matter here", "RFC 3986 section 6.2.2.1"),
        (Rule::HexDigits, "the case of hexadecimal digits", "RFC 3986 section 6.2.2.1"),
        (Rule::Unreserved, "an unreserved character needs no", "RFC 3986 section 6.2.2.2"),
        (Rule::Ucschar, "escapes of UTF-8 are the character", "RFC 3987 section 5.3.2.3"),
        (Rule::BidiControl, "a bidi control is the same as its", "RFC 3987 section 4.1"),
        (Rule::DotSegments, "dot segments are removed", "RFC 3986 section 6.2.2.3"),
        (Rule::PortSpelling, "an empty port is none", "RFC 3986 section 3.2.3"),
        (Rule::DefaultPort, "this is the scheme's default port", "RFC 3986 section 6.2.3"),
        (Rule::EmptyPath, "to this scheme an empty path is", "RFC 3986 section 6.2.3"),
        (Rule::EmptyQuery, "to this scheme an empty query is", "RFC 3986 section 6.2.3"),
        (Rule::LocalHost, "to this scheme no host is the local", "RFC 3986 section 6.2.3"),
        (Rule::DomainName, "these are one domain name", "RFC 3987 section 5.3.3"),
        (Rule::SchemeCase, "to this scheme letter case does", "RFC 3986 section 6.2.3"),
        (Rule::Separators, "to this scheme these only separate", "RFC 3986 section 6.2.3"),
        (Rule::Evidence, "observed to be the same resource", "RFC 3986 section 6.2.4"),
    ];
    for (rule, phrase, section) in expected {
        assert!(rule.describe().starts_with(phrase), "{rule:?}");
        assert_eq!(rule.name(), name_of(rule));
        assert_eq!(rule.section(), section);
    }
    // From one rung to the next.
    assert!(expected.is_sorted_by_key(|(rule, ..)| rule.rung()));
    assert_eq!(Rule::LetterCase.rung(), Rung::Case);
    assert_eq!(Rule::Unreserved.rung(), Rung::Escape);
    assert_eq!(Rule::DotSegments.rung(), Rung::Path);
    assert_eq!(Rule::DefaultPort.rung(), Rung::Scheme);
    assert_eq!(Rule::Evidence.rung(), Rung::Protocol);
}

/// What a scheme says is told with the scheme's own specification, the rest with the RFC's.
#[test]
fn every_step_names_who_says_so() {
    let sources = |a, b| {
        let [a, b] = [a, b].map(Iri::from_static);
        let steps = a.compare(&b).steps();
        steps.into_iter().map(|step| (step.rule, step.source)).collect::<Vec<_>>()
    };
    let http = "RFC 9110 sections 4.2.1 and 4.2.3";
    assert_eq!(
        sources("HTTP://h:80/%7e", "http://h/~"),
        [
            (Rule::LetterCase, Rule::LetterCase.section()),
            (Rule::DefaultPort, http),
            (Rule::Unreserved, Rule::Unreserved.section()),
        ]
    );
}

#[test]
fn observations_are_named_and_refused_in_sentences() {
    assert_eq!(ObservationKind::Redirect.name(), "redirect");
    assert_eq!(ObservationKind::Canonical.name(), "canonical");
    assert!(ObservationError::Scheme.to_string().ends_with("such as http (RFC 3986 section 6.2.4)"));
    assert!(ObservationError::Fragment.to_string().starts_with("expected no fragment"));
}

#[test]
fn evidence_is_empty_until_something_is_observed() {
    assert!(Evidence::default().is_empty());
    let mut observations = Observations::default();
    let [from, to] = ["http://h/a", "http://h/b"].map(|text| Iri::parse(text).expect("an IRI"));
    observations.observe(ObservationKind::Redirect, &from, &to, "a log").expect("an observation");
    let (evidence, _) = observations.settle();
    assert_eq!((evidence.len(), evidence.is_empty()), (1, false));
}

const FILES: &str = r#"
Relative: expected an absolute path, such as "/x", "C:\x" or "\\server\share", found a relative path (RFC 8089 section 2)
Device: expected the path of a file, found the path of a device
Host: expected "\\", a host name and a share, found characters that a host name cannot hold, or a drive in the place of the share (RFC 3986 section 3.2.2)
Nul: expected a path without NUL, found NUL
Scheme: expected the scheme "file", found another scheme (RFC 8089 section 2)
Authority: expected no host or "localhost", and neither userinfo nor port, found another authority (RFC 8089 section 2)
Query: expected no query, found "?" (RFC 8089 section 2)
Separator: expected segments without separators, found an escape of "/" or "\" (RFC 3986 section 2.2)
Utf8: expected escapes that decode to UTF-8, found other octets (RFC 8089 section 4)
DriveWithoutSlash: expected "///" before the drive, as in "file:///c:/x", found a drive directly after the scheme, as in "file:c:/x" (RFC 8089 appendix E.2)
DriveAsHost: expected "///" before the drive, as in "file:///c:/x", found a drive in the place of the host, as in "file://c:/x" (RFC 8089 section 2)
EscapedDrive: expected ":" after the drive letter, as in "file:///c:/x", found "%3A" (RFC 8089 appendix E.2)
DriveWithBar: expected ":" after the drive letter, as in "file:///c:/x", found "%7C", which is "|" (RFC 8089 appendix E.2.2)
ServerInPath: expected the server as host, as in "file://server/share", found the server in the path, as in "file:////server/share" (RFC 8089 appendix E.3.2)
"#;

#[test]
fn files_are_refused_in_sentences() {
    use FileError::*;
    let errors = [
        Relative, Device, Host, Nul, Scheme, Authority, Query, Separator, Utf8, DriveWithoutSlash, DriveAsHost,
        EscapedDrive, DriveWithBar, ServerInPath,
    ];
    let sentences = errors.map(|error| format!("{error:?}: {error}\n")).concat();
    assert_eq!(sentences, FILES.trim_start());
}
