//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;
use oneiri::IriRef;

fn picture(text: &str, columns: usize) -> String {
    let identifier = IriRef::parse(text).unwrap();
    let mut out = String::new();
    let kind = identifier.host().map(|host| host.kind());
    push(text, kind, columns, Painter::plain(), &mut out);
    out
}

#[test]
fn every_component_is_underlined_and_named() {
    let shown = "\
http://ada@[::7]:80/a%20b?q#
+---   +-- +---- +-+----- +
|      |   |     | |      | fragment  <empty>
|      |   |     | |      query
|      |   |     | path  \"/a b\"
|      |   |     port
|      |   host  an IPv6 address
|      userinfo
scheme
";
    assert_eq!(picture("http://ada@[::7]:80/a%20b?q#", 80), shown);
}

#[test]
fn what_begins_in_the_same_place_is_named_there() {
    assert_eq!(picture("", 80), "\npath  <empty>\n");
    let shown = "\
//@:?#
  ||||fragment  <empty>
  |||query  <empty>
  ||path  <empty>
  ||port  <empty>
  |host  <empty>
  userinfo  <empty>
";
    assert_eq!(picture("//@:?#", 80), shown);
}

#[test]
fn wide_and_combining_characters_are_measured() {
    let shown = "\
//例え/é?\\u{301}x
  +---+- +-------
  |   |  query
  |   path
  host
";
    let picture = picture("//例え/e\u{301}?\u{301}x", 80);
    assert_eq!(picture, shown.replace("é", "e\u{301}"));
}

#[test]
fn a_long_one_goes_on_below() {
    let text = format!("http://h/{}?{}#f", "a%20".repeat(12), "例".repeat(30));
    for columns in [0, 40, 41, 80, 120] {
        let shown = picture(&text, columns);
        let width = |line: &str| glyphs(line, false).map(|shown| shown.width).sum::<usize>();
        assert!(shown.lines().all(|line| width(line) <= columns.max(40)), "{shown}");
        let kept: String = shown.lines().filter(|line| text.contains(line)).collect();
        assert_eq!(kept.len(), text.len(), "{shown}");
    }
}
