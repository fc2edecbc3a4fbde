//! The numbers are frozen: programs that were compiled with them go on to run with every later library.

use std::collections::BTreeMap;

use oneiri_capi::*;

/// Every number of the header. A line may be added; no line ever changes.
const NUMBERS: &str = "\
ONEIRI_OK 0
ONEIRI_SHORT 1
ONEIRI_INVALID 2
ONEIRI_MISUSE 3
ONEIRI_INTERNAL 4
ONEIRI_DENIED 5
ONEIRI_URI 0
ONEIRI_URI_REFERENCE 1
ONEIRI_IRI 2
ONEIRI_IRI_REFERENCE 3
ONEIRI_TEXT 0
ONEIRI_SCHEME 1
ONEIRI_USERINFO 2
ONEIRI_HOST 3
ONEIRI_PORT 4
ONEIRI_PATH 5
ONEIRI_QUERY 6
ONEIRI_FRAGMENT 7
ONEIRI_AUTHORITY 8
ONEIRI_DIFFERENT (-1)
ONEIRI_RUNG_STRING 0
ONEIRI_RUNG_CASE 1
ONEIRI_RUNG_ESCAPE 2
ONEIRI_RUNG_PATH 3
ONEIRI_RUNG_SCHEME 4
ONEIRI_KIND_OTHER 0
ONEIRI_KIND_CHARACTER 1
ONEIRI_KIND_ESCAPE 2
ONEIRI_KIND_SCHEME_MISSING 3
ONEIRI_KIND_SCHEME_INVALID 4
ONEIRI_KIND_PORT 5
ONEIRI_KIND_BRACKET_OPEN 6
ONEIRI_KIND_BRACKET_TAIL 7
ONEIRI_KIND_IPV6 8
ONEIRI_KIND_IPVFUTURE 9
ONEIRI_KIND_PATH_ROOTLESS 10
ONEIRI_KIND_PATH_DOUBLE_SLASH 11
ONEIRI_KIND_PATH_COLON 12
ONEIRI_KIND_SEGMENT_DOTS 13
ONEIRI_KIND_SEGMENT_EMPTY 14
ONEIRI_KIND_PORT_RANGE 15
ONEIRI_KIND_UTF8 16
ONEIRI_END UINT32_MAX
ONEIRI_CHECK 0
ONEIRI_NORMALIZE 1
ONEIRI_NORMALIZE_STEPS 2
ONEIRI_RESOLVE 3
ONEIRI_RELATIVIZE 4
ONEIRI_TO_URI 5
ONEIRI_TO_IRI 6
ONEIRI_SET 7
ONEIRI_LENIENT 8
ONEIRI_ENCODE 9
ONEIRI_DECODE 10
ONEIRI_DECODE_TEXT 11
ONEIRI_EXPLAIN 12
ONEIRI_LINT 13
ONEIRI_WHATWG_HREF 14
ONEIRI_REDACT 21
ONEIRI_REDACT_TEXT 22
ONEIRI_HTU 23
ONEIRI_DRIVE 24
ONEIRI_STEP_CASE 1
ONEIRI_STEP_ESCAPE 2
ONEIRI_STEP_PATH 4
ONEIRI_REPAIR 256
";

/// The numbers by name, as written.
fn frozen() -> BTreeMap<&'static str, &'static str> {
    NUMBERS.lines().map(|line| line.split_once(' ').unwrap()).collect()
}

/// The number of a kind that the library names so: `PathColon` is `ONEIRI_KIND_PATH_COLON`.
pub(crate) fn of_kind(kind: oneiri::ErrorKind) -> i32 {
    let mut name = String::from("ONEIRI_KIND");
    // RFC 3986 has no word boundary in `IPvFuture`.
    let words = format!("{kind:?}").replace("IpvFuture", "Ipvfuture");
    for letter in words.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    let number = frozen().get(name.as_str()).map(|number| number.parse());
    number.unwrap_or_else(|| panic!("{name} is missing")).unwrap()
}

/// The header has these numbers and no other. It is what the sources give: see `header`.
#[test]
fn the_header_has_the_frozen_numbers() {
    let header = include_str!("../../include/oneiri.h");
    // A number is defined, or is a constant of an enumeration.
    let number = |line: &'static str| match line.strip_prefix("#define ONEIRI_") {
        Some(defined) => defined.split_once(' '),
        None => line.strip_prefix("  ONEIRI_")?.strip_suffix(',')?.split_once(" = "),
    };
    let defined: BTreeMap<&str, &str> = header.lines().filter_map(number).collect();
    let frozen = frozen();
    let mut expected: BTreeMap<&str, &str> =
        frozen.iter().map(|(name, number)| (&name["ONEIRI_".len()..], *number)).collect();
    expected.insert("VERSION", concat!("\"", env!("CARGO_PKG_VERSION"), "\""));
    assert_eq!(defined, expected);
    assert_eq!(NUMBERS.lines().count(), frozen.len(), "a name stands there twice");
}

/// The layout of the structures is frozen, too.
#[test]
fn structures_keep_their_layout() {
    let word = size_of::<usize>();
    assert_eq!(size_of::<oneiri_range>(), 2 * word);
    assert_eq!(size_of::<oneiri_parts>(), 14 * word);
    assert_eq!(size_of::<oneiri_error>(), 2 * word + 16);
    use std::mem::offset_of;
    assert_eq!([offset_of!(oneiri_range, start), offset_of!(oneiri_range, end)], [0, word]);
    let parts = [
        offset_of!(oneiri_parts, scheme),
        offset_of!(oneiri_parts, userinfo),
        offset_of!(oneiri_parts, host),
        offset_of!(oneiri_parts, port),
        offset_of!(oneiri_parts, path),
        offset_of!(oneiri_parts, query),
        offset_of!(oneiri_parts, fragment),
    ];
    assert_eq!(parts, [0, 2, 4, 6, 8, 10, 12].map(|words| words * word));
    assert_eq!(offset_of!(oneiri_error, kind), 2 * word);
    assert_eq!(offset_of!(oneiri_error, component), 2 * word + 4);
    assert_eq!(offset_of!(oneiri_error, found), 2 * word + 8);
    assert_eq!(offset_of!(oneiri_error, argument), 2 * word + 12);
}
