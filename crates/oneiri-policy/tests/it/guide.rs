//! The policies of the guide: what the page shows is in the file, and its tests pass.

use oneiri_policy::{Code, Policy};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn the_guide_shows_the_files_and_their_tests_pass() {
    let guide = std::fs::read_to_string(format!("{ROOT}/docs/guide/admit-a-url.md")).unwrap();
    let blocks: Vec<&str> = guide.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let mut files = 0;
    for entry in std::fs::read_dir(format!("{ROOT}/examples/policies")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(blocks.contains(&text.as_str()), "the guide does not show {name}");
        assert!(guide.contains(&format!("oneiri guard --policy examples/policies/{name} --test")));
        let policy = Policy::compile(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(policy.warnings().iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
        let failed = policy.failed_tests();
        assert!(failed.is_empty() && !policy.tests().is_empty(), "{name}: {failed:?}");
        files += 1;
    }
    assert_eq!((blocks.len(), files), (8, 8));
}

#[test]
fn the_reference_has_a_row_for_each_code() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/policy-file.md")).unwrap();
    for code in Code::all() {
        assert!(page.contains(&format!("\n| `{}` | ", code.as_str())), "{}", code.as_str());
    }
}
