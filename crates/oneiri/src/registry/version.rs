//! A change of a built-in rule that does not raise [`SCHEME_RULES_VERSION`] fails here.

#[cfg(test)]
use alloc::format;
use alloc::string::{String, ToString};

use super::SCHEME_RULES_VERSION;
use super::builtin::RULES;
use crate::compare::Rung;
use crate::ri::IriRef;

/// The version, and the digest of all that its rules do. If the test fails, raise the version, list the schemes in the
/// changelog, and write the new digest here.
const RECORDED: (u32, u64) = (1, 0x5880_6173_F5A5_31F2);

/// Identifiers that some rule of some scheme changes. `{s}` is the scheme, and `{p}` its default port.
const PROBES: [&str; 14] = [
    "{s}://Host:{p}",
    "{s}://u@h:{p}/?",
    "{s}://h:080#",
    "{s}:///a/../B?",
    "{s}://localhost/a",
    "{s}:/a",
    "{s}:Name%41@Host.Example,B@C?Subject=X&TO=Y",
    "{s}:+1-(201)-555;Ext=1;Phone-Context=Example",
    "{s}:alice@Atlanta.example;Transport=TCP;Maddr=X?Q=A",
    "{s}:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
    "{s}:ISBN:A%2Cb?+R=x?=Q#F",
    "{s}:",
    "{s}://h?A=B&a+b=%20",
    "{s}://xn--9ca.example./%7E",
];

/// FNV-1a, because a hash of the standard library may change with the compiler.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// The rules without the texts that they cite, and what they make of the probes.
fn described() -> String {
    let mut all = String::new();
    for (scheme, rules) in RULES {
        all.push_str(&format!("{scheme} {:?}\n", rules.source("")));
        let port = rules.default_port.unwrap_or(80).to_string();
        for probe in PROBES {
            let text = probe.replace("{s}", scheme).replace("{p}", &port);
            let form = IriRef::parse(&text).map(|iri| iri.normalize_at(Rung::Scheme).into_string());
            all.push_str(&format!("{form:?}\n"));
        }
    }
    all
}

#[test]
fn a_change_of_a_rule_changes_the_version() {
    let all = described();
    assert!(!all.contains("Err("), "a probe is invalid: {all}");
    assert_eq!((SCHEME_RULES_VERSION, digest(&all)), RECORDED, "{all}");
}
