//! Every kind, component and rung of the library has a number.
//!
//! The enumerations of the library may grow, and no `match` outside of it notices. So these tests read its sources.

use std::fmt::Debug;
use std::fs::read_to_string;

use oneiri::{Component, ErrorKind, Rung};

use super::{number_of_component, number_of_kind, number_of_rung, rung_of_number};

const KINDS: [(ErrorKind, i32); 16] = [
    (ErrorKind::Character, 1),
    (ErrorKind::Escape, 2),
    (ErrorKind::SchemeMissing, 3),
    (ErrorKind::SchemeInvalid, 4),
    (ErrorKind::Port, 5),
    (ErrorKind::BracketOpen, 6),
    (ErrorKind::BracketTail, 7),
    (ErrorKind::Ipv6, 8),
    (ErrorKind::IpvFuture, 9),
    (ErrorKind::PathRootless, 10),
    (ErrorKind::PathDoubleSlash, 11),
    (ErrorKind::PathColon, 12),
    (ErrorKind::SegmentDots, 13),
    (ErrorKind::SegmentEmpty, 14),
    (ErrorKind::PortRange, 15),
    (ErrorKind::Utf8, 16),
];

const COMPONENTS: [(Component, i32); 7] = [
    (Component::Scheme, 1),
    (Component::Userinfo, 2),
    (Component::Host, 3),
    (Component::Port, 4),
    (Component::Path, 5),
    (Component::Query, 6),
    (Component::Fragment, 7),
];

/// The protocol rung needs observations, which C cannot give: it has no number of its own.
const RUNGS: [(Rung, i32); 6] =
    [(Rung::String, 0), (Rung::Case, 1), (Rung::Escape, 2), (Rung::Path, 3), (Rung::Scheme, 4), (Rung::Protocol, 4)];

/// Holds a table to the variants that a file of the library declares, and a function to the table.
fn holds<T: Copy + Debug>(table: &[(T, i32)], file: &str, name: &str, number: fn(T) -> i32) {
    let path = format!("{}/../oneiri/src/{file}", env!("CARGO_MANIFEST_DIR"));
    let source = read_to_string(&path).unwrap_or_default();
    let head = format!("pub enum {name} {{\n");
    let (_, body) = source.split_once(&head).unwrap_or_default();
    let (body, _) = body.split_once("\n}").unwrap_or_default();
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let declared: Vec<&str> = lines.map(|line| line.trim_end_matches(',')).collect();
    let named: Vec<String> = table.iter().map(|(value, _)| format!("{value:?}")).collect();
    assert_eq!(named, declared, "{path}: give each {name} a number, here and in the header");
    for &(value, expected) in table {
        assert_eq!(number(value), expected, "{value:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_kind_has_its_number() {
    holds(&KINDS, "syntax/error/kind.rs", "ErrorKind", number_of_kind);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_component_has_its_number() {
    holds(&COMPONENTS, "syntax/error/component.rs", "Component", |it| number_of_component(Some(it)));
    assert_eq!(number_of_component(None), 0);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_rung_has_its_number() {
    holds(&RUNGS, "compare/rung.rs", "Rung", number_of_rung);
    for (rung, number) in RUNGS {
        let back = if rung == Rung::Protocol { Rung::Scheme } else { rung };
        assert_eq!(rung_of_number(number), Some(back));
    }
}
