//! Rules, one by one.

use oneiri_policy::{Base, Policy, Preset, Violation};

fn base_of(text: &str) -> Base {
    Base::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn compile(toml: &str) -> Policy {
    Policy::compile(toml).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn presets_compile_and_their_tests_pass() {
    for preset in Preset::ALL {
        let policy = compile(preset.text());
        let failed = policy.failed_tests();
        assert!(!policy.tests().is_empty() && failed.is_empty(), "{preset}: {failed:?}");
        assert_eq!(policy.warnings(), [], "{preset}");
        let own = Policy::preset(preset);
        assert!(own.tests() == policy.tests() && own.failed_tests().is_empty(), "{preset}");
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
        let extends = preset.extends().map(|it| format!("extends = \"{it}\""));
        let line = preset.text().lines().find(|line| line.starts_with("extends"));
        assert_eq!(line, extends.as_deref(), "{preset}");
    }
}

#[test]
fn patterns_that_match_more_than_they_show_are_refused() {
    for rule in [
        r#"host = "ex*mple.com""#,
        r#"host = "*example.com""#,
        r#"host = "a.*.com""#,
        r#"host = "*.*.com""#,
        r#"uri = "https://test*""#,
        r#"host = "*", path = "/v1*""#,
        r#"host = "*", path = "/*/x""#,
        r#"host = "*", path = "v1""#,
        r#"host = "*", path = "/a/../b""#,
        r#"host = "*", path = "/a?b""#,
        r#"host = "127.1""#,
        r#"host = "10.0.0.1/8""#,
        r#"host = "example.com.""#,
        r#"host = "example.com", apex = true"#,
        r#"host = "example.com", port = 0"#,
        r#"host = "example.com", port = "loopback""#,
        r#"scheme = "https""#,
        r#"scheme = "ht tp", host = "*""#,
        r#"path = "/x""#,
        r#"uri = "https://h/%7e""#,
        r#"uri = "HTTPS://h/""#,
        r#"uri = "https://h/", path = "/x""#,
        r#"same-origin = true, host = "h""#,
        r#"hots = "h""#,
    ] {
        let toml = format!("allow = [{{ {rule} }}]");
        assert!(Policy::compile(&toml).is_err(), "{rule}");
    }
}

#[test]
fn hosts_ports_paths_and_queries() {
    let policy = compile(
        r#"
        [[allow]]
        host = "*.a.example"
        [[allow]]
        host = "*.b.example"
        apex = true
        port = [8080, 8443]
        [[allow]]
        scheme = "https"
        host = "c.example"
        path = "/v1/*"
        query = ["q", "page"]
        [[allow]]
        host = "d.example"
        path = "/users/{id}/posts"
        [[allow]]
        host = "192.0.2.0/24"
        port = "*"
        [[deny]]
        host = "x.a.example"
        [[deny]]
        path = "/secret/*"
        "#,
    );
    for (text, expected) in [
        ("http://y.a.example/", true),
        ("https://y.z.a.example/", true),
        ("https://a.example/", false),
        ("https://y.a.example:8443/", false),
        ("https://x.a.example/", false),
        ("https://X.A.example/", false),
        ("https://y.x.a.example/", true),
        ("https://y.a.example/secret/x", false),
        ("https://y.a.example/%73ecret/x", false),
        ("https://y.a.example/secret", false),
        ("ftp://y.a.example/", false),
        ("https://b.example:8080/", true),
        ("https://b.example/", false),
        ("https://c.example/v1/x?q=1&page=2", true),
        ("https://c.example/v1/x?Q=1", false),
        ("https://c.example/v1/x?q=1;admin=1", false),
        ("https://c.example/v1/x?%71=1", true),
        ("https://c.example/v1", true),
        ("https://c.example/v1/", true),
        ("https://c.example/v10/x", false),
        ("http://c.example/v1/x", false),
        ("https://d.example/users/7/posts", true),
        ("https://d.example/users/7/8/posts", false),
        ("https://d.example/users/7", false),
        ("https://192.0.2.7:99/", true),
        ("https://192.0.3.7:99/", false),
    ] {
        let decision = policy.check(text);
        assert_eq!(decision.is_allowed(), expected, "{text}: {decision:?}");
    }
}

#[test]
fn each_violation_is_found_and_has_a_switch() {
    let cases = [
        ("userinfo", "https://u@h.example/"),
        ("encoded-slash", "https://h.example/a%2fb"),
        ("encoded-backslash", "https://h.example/a%5Cb"),
        ("encoded-dot-segment", "https://h.example/a/%2e%2E/b"),
        ("dot-segment", "https://h.example/a/../b"),
        ("double-encoding", "https://h.example/a%252fb"),
        ("empty-segment", "https://h.example/a//b"),
        ("path-parameter", "https://h.example/a/..;/b"),
        ("semicolon", "https://h.example/a;b"),
        ("control-character", "https://h.example/a%00b"),
        ("encoded-host", "https://%68.example/"),
        ("non-ascii-host", "https://bücher.example/"),
        ("mapped-host", "https://straße.example/"),
        ("mixed-script-host", "https://gооgle.example/"),
        ("confusable-host", "https://аррӏе.example/"),
        ("legacy-ipv4", "https://0x08.8.8.8/"),
        ("ipv4-in-ipv6", "https://[64:ff9b::808:808]/"),
        ("trailing-dot", "https://h.example./"),
        ("non-default-port", "https://h.example:8443/"),
        ("fragment", "https://h.example/#f"),
        ("invalid-utf8", "https://h.example/%E9"),
        ("encoded-delimiter", "https://h.example/a%3Fb"),
        ("mapped-delimiter", "https://h.example/a%EF%BC%8Fb"),
        ("hidden-authority", "https://h.example/%2Fa"),
        ("mapped-punctuation", "https://h.example/a%EF%BC%9Fb"),
    ];
    let others = ["backslash", "multiple-at", "invalid-escape"];
    assert_eq!(cases.len() + others.len(), Violation::all().count());
    for (name, text) in cases {
        let policy = |decision: &str| {
            let all = Violation::all().filter(|it| it.name() != name);
            let all: String = all.map(|it| format!("{} = \"allow\"\n", it.name())).collect();
            compile(&format!("[[allow]]\nhost = \"*\"\nport = \"*\"\n[violations]\n{name} = \"{decision}\"\n{all}"))
        };
        let decision = policy("deny").check(text);
        assert_eq!(decision.reasons().iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), [name], "{text}");
        let checked = policy("allow").check(text).allowed();
        let Some(checked) = checked else { panic!("{text}: {:?}", policy("allow").check(text)) };
        let again = policy("allow").check(checked.as_str()).allowed();
        assert_eq!(again.map(|it| it.to_string()), Some(checked.to_string()), "{text}");
    }
    let policy = compile("[[allow]]\nhost = \"*\"");
    for (name, text) in [
        ("backslash", r"https://h.example\x"),
        ("multiple-at", "https://a@b@h.example/"),
        ("invalid-escape", "https://h.example/%zz"),
    ] {
        assert!(policy.check(text).reasons().iter().any(|it| it.code.as_str() == name), "{text}");
    }
}

#[test]
fn repair() {
    let policy = compile("repair = true\n[[allow]]\nhost = \"*\"");
    let canonical = |text: &str| policy.check(text).allowed().map(|it| it.to_string());
    let text = "https://h.example/a b|c?q={x}";
    assert_eq!(canonical(text).as_deref(), Some("https://h.example/a%20b%7Cc?q=%7Bx%7D"));
    for text in [r"https://h.example/a\b", "https://h.example/a\tb", " https://h.example/", "https://h .example/"] {
        assert_eq!(canonical(text), None, "{text}");
    }
    assert!(!compile("[[allow]]\nhost = \"*\"").check(text).is_allowed());
}

#[test]
fn warnings_have_witnesses() {
    let policy = compile(
        r#"
        allow = [
            { host = "*.a.example" },
            { host = "b.a.example", path = "/x" },
            { host = "c.example", path = "/v1/*" },
            { host = "c.example", path = "/v1/x" },
            { host = "d.example" },
            { host = "*.lan" },
            { host = "e.example", port = 8080 },
            { host = "c.example", path = "/v1/{x}/y" },
        ]
        deny = [
            { host = "d.example" },
            { host = "*.d.example", apex = true },
            { host = "other.example" },
        ]
        "#,
    );
    let warnings: Vec<_> = policy.warnings().iter().map(ToString::to_string).collect();
    let allow = "this [[allow]] rule has no effect, because";
    let deny = "this [[deny]] rule has no effect, because";
    assert_eq!(
        warnings,
        [
            format!(
                "line 4: {allow} the [[allow]] rule on line 3 already allows all that it allows (for example http://b.a.example/x)"
            ),
            format!(
                "line 6: {allow} the [[allow]] rule on line 5 already allows all that it allows (for example http://c.example/v1/x)"
            ),
            format!(
                "line 7: {allow} the [[deny]] rule on line 13 denies all that it allows (for example http://d.example/)"
            ),
            format!(
                "line 8: {allow} the names below it are not public: name each host, or write addresses = \"any\" (for example http://any.lan/)"
            ),
            format!(
                "line 10: {allow} the [[allow]] rule on line 5 already allows all that it allows (for example http://c.example/v1/x/y)"
            ),
            format!(
                "line 13: {deny} the [[deny]] rule on line 14 already denies all that it denies (for example https://d.example/)"
            ),
            format!("line 15: {deny} no [[allow]] rule allows what it denies (for example https://other.example/)"),
        ]
    );
}

#[test]
fn bases() {
    let policy = compile("extends = \"ssrf\"");
    // A base gives no rights.
    for base in ["http://10.0.0.1/", "http://localhost/", "http://169.254.169.254/"] {
        assert!(!policy.check_with_base("/x", &base_of(base)).is_allowed(), "{base}");
    }
    let policy = compile("[[allow]]\nhost = \"a.example\"");
    assert!(policy.check_with_base("../x", &base_of("https://a.example/y/z")).is_allowed());
    assert!(!policy.check_with_base("/x", &base_of("https://a.example:8080/")).is_allowed());
    let policy = compile("extends = \"open-redirect\"");
    for base in ["http://localhost:3000/", "https://a.example:8080/login"] {
        assert!(policy.check_with_base("/x", &base_of(base)).is_allowed(), "{base}");
        assert!(policy.check_with_base("x?y", &base_of(base)).is_allowed(), "{base}");
        for text in ["//b.example", "https://a.example/", "https:x", "x:y", "/a/%2e%2e/b"] {
            assert!(!policy.check_with_base(text, &base_of(base)).is_allowed(), "{base} {text}");
        }
    }
    // Only the origin, the path and the query of a base count, and these must be certain.
    for text in ["not a base", "file:///etc/", "mailto:a@b", "//h/", r"http://a\@b/", "http:///h/", ""] {
        assert!(Base::compile(text).is_err(), "{text}");
    }
    for (text, base) in [
        ("https://h/list?f[]=1", "https://h/list?f%5B%5D=1"),
        ("https://u:p@h/a b#c", "https://h/a%20b"),
        ("HTTP://H:80", "http://h/"),
    ] {
        assert_eq!(base_of(text).as_str(), base);
    }
    // A program that does not resolve is asked about the canonical text.
    let policy = compile("parsers = [\"whatwg\", \"php\"]\nextends = \"open-redirect\"");
    assert!(policy.check_with_base("/x", &base_of("https://a.example/")).is_allowed());
}

#[test]
fn addresses() {
    let policy =
        compile("addresses = [\"public\", \"10.1.0.0/16\"]\n[[allow]]\nhost = \"*\"\n[[allow]]\nhost = \"0.0.0.0/0\"");
    for (text, expected) in [
        ("http://8.8.8.8/", true),
        ("http://10.1.2.3/", true),
        ("http://10.2.2.3/", false),
        ("http://127.0.0.1/", false),
    ] {
        assert_eq!(policy.check(text).is_allowed(), expected, "{text}");
    }
    let checked = policy.check("http://a.example/").allowed().unwrap();
    assert!(checked.admits([10, 1, 2, 3].into()) && !checked.admits([10, 2, 2, 3].into()));
    let checked = policy.check("http://8.8.8.8/").allowed().unwrap();
    assert!(checked.admits([8, 8, 8, 8].into()) && !checked.admits([8, 8, 4, 4].into()));
    // A rule that names an address admits it; a name does not lead there.
    let policy = compile("allow = [{ host = \"127.0.0.1\" }, { host = \"*\" }]");
    assert!(policy.check("http://127.0.0.1/").is_allowed());
    assert!(!policy.check("http://a.example/").allowed().unwrap().admits([127, 0, 0, 1].into()));
}

#[test]
fn escaped_dots_beside_others_are_ambiguous_even_if_permitted() {
    let policy =
        compile("[[allow]]\nhost = \"*\"\n[violations]\nencoded-dot-segment = \"allow\"\ndot-segment = \"allow\"");
    assert!(policy.check("https://h.example/a/%2e%2e/b").is_allowed());
    let decision = policy.check("https://h.example/a/%2e%2e/../b");
    assert_eq!(decision.reasons()[0].code.as_str(), "disagreement");
}

#[test]
fn loopback_is_any_port_also_the_default_one() {
    let policy = compile(
        "extends = \"redirect-uri\"\n[[allow]]\nuri = \"http://127.0.0.1/cb\"\nport = \"loopback\"\n\
         [[allow]]\nuri = \"http://[::1]:9000/cb\"\nport = \"loopback\"\n\
         [[allow]]\nhost = \"localhost\"\nport = \"loopback\"\n",
    );
    for (text, canonical) in [
        ("http://127.0.0.1:51004/cb", "http://127.0.0.1:51004/cb"),
        ("http://127.0.0.1:80/cb", "http://127.0.0.1/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:/cb", "http://127.0.0.1/cb"),
        ("http://[::1]/cb", "http://[::1]/cb"),
        ("http://[::1]:80/cb", "http://[::1]/cb"),
        ("http://localhost:80/x", "http://localhost/x"),
        ("http://localhost:8080/x", "http://localhost:8080/x"),
    ] {
        let checked = policy.check(text).allowed().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(checked.as_str(), canonical);
    }
    for text in [
        "http://127.0.0.1:0/cb", "http://127.0.0.1:65536/cb", "http://127.0.0.1:80/cb/x", "HTTP://127.0.0.1:80/cb",
        "http://127.0.0.2:80/cb", "https://127.0.0.1:443/cb",
    ] {
        assert!(!policy.check(text).is_allowed(), "{text}");
    }
}

#[test]
fn a_uri_is_compared_with_the_given_text() {
    let policy =
        compile("allow = [{ uri = \"https://xn--bcher-kva.example/cb\" }]\n[violations]\nnon-ascii-host = \"allow\"");
    assert!(policy.check("https://xn--bcher-kva.example/cb").is_allowed());
    assert!(!policy.check("https://bücher.example/cb").is_allowed());
}

#[test]
fn errors_name_the_line_and_the_key() {
    for (toml, start) in [
        ("[[allow]]\nhost = \"h\"\nport = 0", "line 3, port: expected ports from 1"),
        ("[[deny]]\nquery = \"sid=*\"", "line 2, query: 'sid=*' is no name: write the name"),
        ("[[deny]]\nquery = [\"a\", \"?sid\"]", "line 2, query: '?sid' is no name"),
        ("[[allow]]\nhost = \"h\"\nquery = \"{sid}\"", "line 3, query: '{sid}' is no name"),
        ("[[allow]]\nhost = [\n\"h\",\n\"a*b\"]", "line 2, host: 'a*b' would match"),
        ("[[allow]]\nhost = 1", "line 2, host: expected a string or a list of strings"),
        ("extends = \"ssrf\"\n[[allow]]\npath = \"/x\"", "line 2, host: expected a host, because every 'http'"),
        ("\nparsers = [\"perl\"]", "line 2, parsers: expected some of rfc3986,"),
        ("\nreaders = [\"go\"]", "line 2, readers: the key is called parsers now"),
        ("[violations]\nuserinfo = \"auto\"", "line 2, userinfo: expected \"allow\" or \"deny\""),
        ("[[deny]]\nhost = \"h\"\naddresses = \"any\"", "line 3, addresses: a rule that denies"),
        ("\n\naddresses = \"10\"", "line 3, addresses: expected \"public\""),
        ("extends = \"srf\"", "line 1, extends: expected one of ssrf, "),
        ("[violations]\nfragment = true", "line 2, fragment: expected \"allow\" or \"deny\""),
        ("[violations]\nfragmnt = \"deny\"", "line 2, fragmnt: expected one of the keys userinfo, "),
        ("[[allow]]\nhots = \"h\"", "line 2, hots: expected one of the keys uri, scheme, host, "),
        ("max-lenght = 1", "line 1, max-lenght: expected one of the keys extends, "),
        ("[[test]]\ntext = \"x\"", "line 1, test: expected the keys text and decision"),
        ("[[allow]\n", "line 1: "),
    ] {
        let error = Policy::compile(toml).unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    }
    let error = Policy::builder().allow(oneiri_policy::Rule::default()).build().unwrap_err();
    assert!(error.to_string().starts_with("allow rule 1, host: "), "{error}");
}

#[test]
fn a_rule_may_list_hosts() {
    let policy = compile(
        "extends = \"agent\"\n[[allow]]\nhost = [\"a.example\", \"*.b.example\", \"127.0.0.1\"]\n\
         [[allow]]\nhost = [\"c.example\", \"169.254.1.1\", \"x.b.example\"]\n",
    );
    for host in ["a.example", "x.b.example"] {
        let checked = policy.check(&format!("https://{host}/")).allowed().map(|it| it.rule().number);
        assert_eq!(checked, Some(1), "{host}");
    }
    assert_eq!(policy.check("https://c.example/").allowed().map(|it| it.rule().number), Some(2));
    assert!(!policy.check("https://b.example/").is_allowed());
    assert!(policy.check("https://127.0.0.1/").is_allowed());
    let warnings: Vec<_> = policy.warnings().iter().map(ToString::to_string).collect();
    let expected = [
        "line 4: this [[allow]] rule has no effect, because the [[deny]] rule in preset agent, line 19, denies all that it allows (for example http://169.254.1.1/)",
        "line 4: this [[allow]] rule has no effect, because the [[allow]] rule on line 2 already allows all that it allows (for example http://x.b.example/)",
    ];
    assert_eq!(warnings, expected);
    let reasons = policy.check("https://169.254.1.1/");
    assert!(
        reasons.reasons()[0].message.starts_with("deny rule 1 (preset agent, line 19) matches the host '169.254.1.1'")
    );
}

/// A panic of a caller leaves no policy in a state that a check could see.
#[test]
fn policies_are_unwind_safe() {
    fn is_safe<T: Send + Sync + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    is_safe::<Policy>();
    is_safe::<Base>();
    is_safe::<oneiri_policy::Denied>();
}
