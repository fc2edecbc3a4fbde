//! Ways around rules that deny, of which there are too many for a list, or which need more than a decision. The list is
//! `tests/bypasses.toml`.

use core::ops::RangeInclusive;

use oneiri_policy::{Policy, Preset};

fn compile(toml: &str) -> Policy {
    Policy::compile(toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
}

fn denied(policy: &Policy, texts: &[&str]) {
    for text in texts {
        let decision = policy.check(text);
        assert!(!decision.is_allowed(), "{text:?} is admitted: {decision:?}");
        assert!(!policy.inspect(text, None).decision().is_allowed(), "{text:?}");
    }
}

fn allowed(policy: &Policy, texts: &[&str]) {
    for text in texts {
        let decision = policy.check(text);
        assert!(decision.is_allowed(), "{text:?}: {:?}", decision.reasons());
    }
}

/// All characters that NFKC maps to a delimiter of paths, at the gateway: each is denied. With `mapped-punctuation = "auto"`,
/// one that is mapped to a slash or to a percent sign is still denied, and another one where it hides the name
/// of a segment. Elsewhere, titles have it.
#[test]
fn characters_that_are_mapped_to_delimiters() {
    use unicode_normalization::UnicodeNormalization as _;
    let gateway = Policy::preset(Preset::Gateway);
    let admin = compile("extends = 'gateway'\n[violations]\nmapped-punctuation = 'auto'\n[[deny]]\npath = '/admin/*'");
    let (mut slashes, mut others) = (0, 0);
    for c in (0x80..=0x0010_FFFF).filter_map(char::from_u32) {
        let mapped: String = c.nfkc().collect();
        if !mapped.contains(['.', '/', '\\', '%', ';', '?', '#']) {
            continue;
        }
        let [between, alone, after_dots] = [format!("/a{c}b"), format!("/{c}/admin"), format!("/..{c}/admin")];
        denied(&gateway, &[&between, &alone, &after_dots]);
        if mapped.contains(['/', '\\', '%']) {
            slashes += 1;
            denied(&admin, &[&between, &alone]);
            continue;
        }
        others += 1;
        allowed(&admin, &[&between]);
        let name = mapped.split([';', '?', '#']).next().unwrap();
        if name.chars().all(|c| c == '.') {
            denied(&admin, &[&alone, &after_dots, &format!("/admin{c}"), &format!("/admin{c}/x")]);
        }
        if name.is_empty() {
            denied(&admin, &[&format!("/admin{c}x"), &format!("/admin{c}x/y")]);
        }
    }
    assert!(slashes == 9 && others > 36, "{slashes} {others}");
}

/// All characters that programs may leave out: the property is read from two tables that others keep.
/// `Default_Ignorable_Code_Point` beyond ASCII, as `DerivedCoreProperties.txt` of Unicode 17 has it.
const DEFAULT_IGNORABLE: [RangeInclusive<char>; 17] = [
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{202A}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFF8}',
    '\u{1BCA0}'..='\u{1BCA3}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0000}'..='\u{E0FFF}',
];

#[test]
fn ignored_characters_hide_no_denied_path() {
    let all: String = oneiri_policy::Violation::all().map(|it| format!("{} = 'allow'\n", it.name())).collect();
    let policy =
        compile(&format!("repair = true\n[[allow]]\nhost = '*'\n[[deny]]\npath = '/admin/*'\n[violations]\n{all}"));
    let gateway = Policy::preset(Preset::Gateway);
    for c in DEFAULT_IGNORABLE.iter().flat_map(Clone::clone) {
        denied(&policy, &[&format!("https://h.example/ad{c}min")]);
        denied(&policy, &[&format!("https://h.example/{c}admin{c}/x")]);
        let escaped =
            oneiri::percent::encode(&format!("/x/..{c}/y"), &oneiri::percent::SafeSet::new("/.")).into_owned();
        denied(&gateway, &[&escaped]);
    }
}

#[test]
fn too_many_readings_are_denied() {
    let policy = compile(
        "extends = 'ssrf'\n[[deny]]\npath = '/admin/*'\n[violations]\ndouble-encoding = 'allow'\nsemicolon = 'allow'",
    );
    let path = format!("http://h.example/a;b%{}3Bc", "25".repeat(300));
    let decision = policy.check(&path);
    assert_eq!(decision.reasons()[0].code.as_str(), "too-many-readings");
}

#[test]
fn a_rule_has_addresses_of_its_own() {
    let policy = compile(
        "extends = 'agent'\n[[allow]]\nhost = '*.corp.example'\naddresses = '10.1.0.0/16'\n[[allow]]\nhost = '*.example.com'\n\
         [[allow]]\nhost = '0.0.0.0/0'\naddresses = ['10.1.0.0/16', '9.0.0.0/8']",
    );
    let admits = |text: &str, address: [u8; 4]| policy.check(text).allowed().unwrap().admits(address.into());
    assert!(admits("http://a.corp.example/", [10, 1, 2, 3]));
    assert!(!admits("http://a.corp.example/", [10, 2, 2, 3]));
    assert!(!admits("http://a.corp.example/", [93, 184, 215, 14]));
    assert!(!admits("http://a.example.com/", [10, 1, 2, 3]));
    assert!(admits("http://a.example.com/", [93, 184, 215, 14]));
    let code = policy.check("http://1.1.1.1/").reasons()[0].code;
    assert_eq!(code.as_str(), "unlisted-address");
    // For all rules that list none.
    let policy = compile("addresses = '10.1.0.0/16'\n[[allow]]\nhost = '*'");
    assert!(!policy.check("http://a.example/").allowed().unwrap().admits([8, 8, 8, 8].into()));
    // The address of Azure's platform is public.
    let policy = compile("[[allow]]\nhost = '*'");
    assert!(!policy.check("http://a.example/").allowed().unwrap().admits([168, 63, 129, 16].into()));
}

/// A block of IPv6 shows no IPv4 address, so it admits none, however large it is.
#[test]
fn a_block_of_ipv6_holds_no_address_of_ipv4() {
    for length in 0..96 {
        let policy =
            format!("addresses = '::/{length}'\n[[allow]]\nscheme = 'http'\nhost = ['::/{length}', '*.corp.example']");
        let policy = compile(&policy);
        for host in ["10.0.0.1", "127.0.0.1", "169.254.169.254", "8.8.8.8"] {
            assert!(!policy.check(&format!("http://{host}/")).is_allowed(), "{length}: {host}");
            let name = policy.check("http://a.corp.example/").allowed().unwrap();
            assert!(!name.admits(host.parse().unwrap()), "{length}: {host}");
        }
        // Two blocks show everything.
        let all = format!("[[allow]]\nscheme = 'http'\nhost = ['0.0.0.0/0', '::/{length}']");
        assert!(compile(&all).check("http://8.8.8.8/").is_allowed(), "{length}");
    }
    assert!(compile("[[allow]]\nscheme = 'http'\nhost = '::/8'").check("http://[::1]/").is_allowed());
}

#[test]
fn blocks_are_written_as_their_grammar_says() {
    for (block, expected) in
        [("10.0.0.0/+8", "a block such as"), ("::ffff:10.1.2.3/104", "write 10.0.0.0/8"), ("::1:2:3/90", "write ::/90")]
    {
        let error = Policy::compile(&format!("addresses = '{block}'")).unwrap_err();
        assert!(error.to_string().contains(expected), "{block}: {error}");
    }
}

#[test]
fn the_canonical_text_is_not_longer_than_the_greatest_length() {
    let policy = compile("max-length = 30\nrepair = true\n[[allow]]\nhost = '*'");
    let reason = policy.check("http://h.example/ééé").reasons()[0].to_string();
    assert!(reason.starts_with("length: the canonical text has 35 bytes"), "{reason}");
}
