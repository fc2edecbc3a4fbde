//! The documentation names what there is.

/// The table of functions is on the crate's page and in docs/sql.md, for those who read one of them.
#[test]
fn the_table_of_functions_is_the_same_in_both_places_and_has_all() {
    let table = |text: &'static str| -> Vec<&str> {
        let rows = text.lines().map(|line| line.trim_start_matches("//! "));
        rows.filter(|row| row.starts_with("| `oneiri_")).collect()
    };
    let here = table(include_str!("../../src/lib.rs"));
    assert_eq!(here, table(include_str!("../../../../docs/sql.md")));
    for function in oneiri_datafusion::functions() {
        let name = format!("`{}(", function.name());
        assert_eq!(here.iter().filter(|row| row.contains(&name)).count(), 1, "{name}");
    }
}
