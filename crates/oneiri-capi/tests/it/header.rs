//! The header in the tree is the one that the sources give.

#[path = "../../examples/header.rs"]
mod generator;

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_header_is_up_to_date() {
    let header = generator::header().unwrap();
    assert!(
        header == include_str!("../../include/oneiri.h"),
        "include/oneiri.h is not what the sources give; write it anew:\n\
         cargo run -p oneiri-capi --example header > crates/oneiri-capi/include/oneiri.h"
    );
    for word in ["Safety", "Rust", "`None`", "slice", "&str", "usize"] {
        assert!(!header.contains(word), "{word} means nothing to a C programmer");
    }
}
