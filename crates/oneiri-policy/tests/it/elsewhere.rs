//! What other languages and the command repeat of policies: the names of presets, and those of reasons.

use std::fs::read_to_string;
use std::path::Path;

use oneiri_policy::{Code, Policy, Preset};

fn read(file: &str) -> String {
    read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).unwrap()
}

/// Whether a text has the name in quotes, or in backticks.
fn has(text: &str, name: &str) -> bool {
    ['\'', '"', '`'].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}")))
}

#[test]
fn each_preset_is_named_where_people_choose_one() {
    let types = read("bindings/js/src/policy.d.ts");
    let names: Vec<String> = Preset::ALL.iter().map(|preset| format!("'{}'", preset.name())).collect();
    let line = format!("export type PresetName = {};\n", names.join(" | "));
    assert!(types.contains(&line), "policy.d.ts: {line}");
    for file in ["crates/oneiri-capi/src/policy.rs", "crates/oneiri-python/src/policy.rs"] {
        let text = read(file);
        for preset in Preset::ALL {
            // C says of the first one how a file takes it over.
            let name = preset.name();
            assert!(has(&text, name) || text.contains(&format!("extends = \"{name}\"")), "{file}: {name}");
        }
    }
    let guard = read("crates/oneiri-cli/src/commands/guard.rs");
    let help = guard.split_once("/// The presets:").unwrap().1.split_once("#[").unwrap().0;
    for preset in Preset::ALL {
        assert!(help.split([' ', ',', '\n']).any(|word| word == preset.name()), "guard.rs: {}", preset.name());
    }
}

/// The type of JavaScript names each reason that is no violation. Those have a page.
#[test]
fn each_reason_is_named_in_the_type_of_javascript() {
    let types = read("bindings/js/src/policy.d.ts");
    let line = types.lines().find(|line| line.contains("The name of the reason: that of a violation")).unwrap();
    for code in Code::all().filter(|code| !matches!(code, Code::Violation(_))) {
        assert!(has(line, &code.to_string()), "policy.d.ts: {code}");
    }
}

/// The error about an unknown key lists the others by hand, and so does the page.
#[test]
fn each_key_that_an_error_names_is_read_and_has_a_row() {
    let page = read("docs/policy-file.md");
    for table in ["", "[[allow]]\n", "[[test]]\n"] {
        let message = |key: &str| Policy::compile(&format!("{table}{key} = 1979-05-27\n")).unwrap_err().to_string();
        let unknown = message("qqqqqqqq");
        let keys = unknown.split_once("expected one of the keys ").unwrap().1;
        for key in keys.split([' ', ',', '\n']).filter(|word| !word.is_empty()) {
            let is_read = !message(key).contains("expected one of the keys");
            let spelled = ["`{key}`", "`{key} =", "[{key}]"].map(|it| it.replace("{key}", key));
            let is_explained = spelled.iter().any(|it| page.contains(it));
            assert!(is_read && is_explained, "{table}{key}: {}", message(key));
        }
    }
}

/// The comment of a field lists the schemes that `*` does not stand for.
#[test]
fn each_dangerous_scheme_is_named_where_rules_are_explained() {
    let list = read("crates/oneiri-policy/src/scheme_pattern.rs");
    let list = list.split_once("const DANGEROUS").unwrap().1.split_once("= [").unwrap().1.split_once(']').unwrap().0;
    let comment = read("crates/oneiri-policy/src/rule.rs");
    for scheme in list.split('"').skip(1).step_by(2) {
        assert!(has(&comment, scheme), "rule.rs: {scheme}");
    }
}
