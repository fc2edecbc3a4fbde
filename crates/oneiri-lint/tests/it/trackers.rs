//! The lists of trackers.

use oneiri_lint::assume::Trackers;

const SHIPPED: &str = include_str!("../../src/assume/trackers.txt");

/// If this fails, the list has changed, and needs a new version.
#[test]
fn the_shipped_list_is_that_of_its_version() {
    let own = Trackers::own(SHIPPED).map(|own| own.versioned().to_owned());
    assert_eq!(own, Ok("trackers@own-2b1fa590672241d7".to_owned()));
    assert!(Trackers::shipped().has(b"utm_source") && !Trackers::shipped().has(b"q"));
}

#[test]
fn own_lists_are_read_or_refused_by_line() {
    let own = Trackers::own("\u{FEFF}from # a comment\r\n\r\nx_*\n");
    assert!(own.as_ref().is_ok_and(|own| own.has(b"from") && own.has(b"x_1")));
    assert!(own.as_ref().is_ok_and(|own| !own.has(b"fro") && !own.has(b"from_")));
    assert_eq!(own, Trackers::own("x_*\nfrom"), "the same names have the same version");
    for (bad, line) in [("a b", 1), ("a\n*", 2), ("a=b", 1), ("a&b", 1), ("a*b", 1), ("\na\u{0}", 2)] {
        assert_eq!(Trackers::own(bad).err().map(|(line, _)| line), Some(line), "{bad:?}");
    }
}
