//! What a policy says of a text that no rule allows, or that a rule denies.

use oneiri_policy::{Policy, Preset};

fn compile(toml: &str) -> Policy {
    Policy::compile(toml).unwrap()
}

fn message(policy: &Policy, text: &str) -> String {
    let decision = policy.check(text);
    decision.reasons()[0].to_string()
}

#[test]
fn a_denial_names_the_rule_and_what_it_matches() {
    let ssrf = Policy::preset(Preset::Ssrf);
    assert_eq!(
        message(&ssrf, "http://169.254.169.254/"),
        "denied: deny rule 1 (preset agent, which ssrf extends, line 19) matches the host '169.254.169.254'",
    );
    let policy = compile(
        r#"
        extends = "gateway"
        [[deny]]
        path = "/admin/*"
        [[deny]]
        host = "a.example"
        path = "/b"
        [[deny]]
        query = ["key"]
        "#,
    );
    let [path, both, query] = ["/admin/x", "http://a.example/b", "/?key=1"];
    assert_eq!(message(&policy, path), "denied: deny rule 1 (line 3) matches the path '/admin/x'");
    let both = message(&policy, both);
    assert_eq!(both, "denied: deny rule 2 (line 5) matches the host 'a.example' and the path '/b'");
    assert_eq!(message(&policy, query), "denied: deny rule 3 (line 8) matches a name of the query");
}

#[test]
fn rules_of_the_same_origin_say_what_they_allow() {
    let policy = Policy::preset(Preset::OpenRedirect);
    assert_eq!(
        message(&policy, "https://app.example/x"),
        "no-rule: no rule allows the text; rules of the same origin allow paths, and URLs of the base's origin",
    );
}

#[test]
fn the_nearest_rule() {
    let policy = compile(
        r#"
        [[allow]]
        scheme = "https"
        host = ["a.example", "*.b.example"]
        path = "/v1/*"
        query = ["q"]
        [[allow]]
        uri = "com.example.app:/callback"
        [[allow]]
        uri = "http://127.0.0.1/callback"
        port = "loopback"
        "#,
    );
    for (text, field) in [
        ("https://a.example/v2/x", "1 (line 2) matches all but the path"),
        ("https://x.b.example/v1/x?r=1", "1 (line 2) matches all but the query"),
        ("https://a.example:8443/v1/x", "1 (line 2) matches all but the port"),
        ("https://c.example/v1/x", "1 (line 2) matches all but the host"),
        ("http://a.example/", "1 (line 2) matches all but the scheme and path"),
        ("com.example.app:/other", "2 (line 7) matches all but the spelling of its uri"),
        ("http://127.0.0.1:4000/call", "3 (line 9) matches all but the spelling of its uri"),
    ] {
        assert!(!policy.check(text).is_allowed(), "{text}");
        assert_eq!(
            policy.inspect(text, None).nearest().map(|it| it.to_string()),
            Some(format!("allow rule {field}")),
            "{text}"
        );
    }
    // What differs is what the reason is about.
    for (text, part) in [
        ("https://a.example/v2/x", "/v2/x"),
        ("https://x.b.example/v1/x?r=1", "r=1"),
        ("https://a.example:8443/v1/x", "8443"),
        ("https://c.example/v1/x", "c.example"),
        ("http://a.example/", "http"),
        ("com.example.app:/other", "com.example.app:/other"),
        ("https://a.example", "a.example"),
    ] {
        let check = policy.inspect(text, None);
        assert_eq!(&text[check.range(&check.decision().reasons()[0])], part, "{text}");
    }
    let scheme = compile("allow = [{ scheme = \"https\", host = \"h\", port = \"*\" }]");
    let nearest = scheme.inspect("http://h/", None).nearest().map(|it| it.to_string());
    assert_eq!(nearest.as_deref(), Some("allow rule 1 (line 1) matches all but the scheme"));
    // No URL, and a text that is allowed.
    for text in ["http://[", "https://a.example/v1/x"] {
        assert_eq!(policy.inspect(text, None).nearest(), None, "{text}");
    }
}

#[test]
fn a_switch_is_named_only_if_it_admits_the_text() {
    let policy = compile("[[allow]]\nhost = \"h.example\"\npath = \"/*\"");
    let reasons = |text| -> Vec<String> { policy.check(text).reasons().iter().map(ToString::to_string).collect() };
    let [slash] = &*reasons("http://h.example/a%2fb") else { panic!("one reason") };
    assert!(slash.ends_with("encoded-slash = \"allow\" admits it"), "{slash}");
    let refused = reasons(r"http://d\").join("");
    assert!(refused.contains("whatwg sees the host 'd'"), "{refused}");
    // The parsers refuse the text, another rule denies it, or the address is not public.
    let cases = [
        (r"http://h.example\x", "backslash"),
        ("http://h.example/%zz", "invalid-escape"),
        ("http://u@i.example/", "no-rule"),
        ("http://0/", "special-address"),
    ];
    for (text, code) in cases {
        let reasons = reasons(text);
        assert!(reasons.len() > 1, "{text}: {reasons:?}");
        assert!(reasons.iter().any(|reason| reason.starts_with(code)), "{text}: {reasons:?}");
        assert!(
            !reasons.iter().any(|reason| reason.contains("admits it") && !reason.contains("names")),
            "{text}: {reasons:?}"
        );
    }
}

/// Hosts with a dot at the end are rare, so the message says what to write.
#[test]
fn a_dot_at_the_end_of_a_host() {
    for preset in [Preset::Ssrf, Preset::Gateway] {
        let decision = Policy::preset(preset).check("https://example.com./a");
        let reason = decision.reasons()[0].to_string();
        let message = "trailing-dot: the host ends with a dot, which some programs drop and others keep: write it without the dot";
        assert!(reason.starts_with(message), "{preset}: {reason}");
    }
}

#[test]
fn warnings_about_what_the_policy_denies() {
    let policy = compile(
        r#"
        extends = "agent"
        [[allow]]
        host = "h.example"
        path = ["/a;b", "/a%2Fb/*", "/c"]
        [[allow]]
        host = "10.0.0.5"
        [[allow]]
        uri = ["https://c.example/a//b", "https://c.example/a"]
        "#,
    );
    let warnings: Vec<_> = policy.warnings().iter().map(ToString::to_string).collect();
    let warning = |line, name, text| {
        format!(
            "line {line}: this [[allow]] rule has no effect, because the policy denies what it matches: \
             {name} = \"allow\" admits it (for example {text})"
        )
    };
    assert_eq!(
        warnings,
        [
            warning(3, "semicolon", "http://h.example/a;b"),
            warning(3, "encoded-slash", "http://h.example/a%2Fb/any"),
            warning(8, "empty-segment", "https://c.example/a//b"),
        ]
    );
    // A host that is not public needs a rule of its own, so a rule for any host does not cover it.
    let policy = compile("[[allow]]\nhost = '*'\n[[allow]]\nhost = [\"10.0.0.5\", \"localhost\"]");
    assert_eq!(policy.warnings(), []);
    assert!(policy.check("http://localhost/").is_allowed());
}

#[test]
fn errors_say_what_to_write() {
    for (rule, message) in [
        (
            "host = 'https://h.example'",
            "'https://h.example' is no host: write scheme = \"https\" and host = \"h.example\"",
        ),
        (
            "host = 'http://*.h.example:8080/v1'",
            "write scheme = \"http\" and host = \"*.h.example\" and port = 8080 and path = \"/v1\"",
        ),
        ("host = 'https://h/?q'", "host = \"h\", and the rest in the keys path and query"),
        ("host = 'h.example/v1'", "write host = \"h.example\" and path = \"/v1\""),
        ("host = 'h.example:443'", "write host = \"h.example\" and port = 443"),
        ("host = 'h'\npath = '/a*b'", "write {name} for one segment, /* at the end for any rest, or %2A"),
        ("host = '.h.example'", "\"*.\" before a name stands for the names below it"),
        ("host = '10.0.0.1/8'", "bits are set after the prefix of the block: write 10.0.0.0/8"),
        ("host = '[2001:db8::1]/32'", "write 2001:db8::/32"),
        ("host = '10.0.0.0/33'", "the prefix of IPv4 is at most 32, found '10.0.0.0/33'"),
        ("host = '10.0.0.0/256'", "the prefix of IPv4 is at most 32, found '10.0.0.0/256'"),
        ("host = '[2001:db8::]/129'", "the prefix of IPv6 is at most 128, found '[2001:db8::]/129'"),
        ("host = '10.0.0.0/a'", "write host = \"10.0.0.0\" and path = \"/a\""),
        ("host = 'h'\naddresses = ['10.0.0.0/33']", "the prefix of IPv4 is at most 32, found '10.0.0.0/33'"),
        ("host = []", "expected at least one string"),
        ("host = 'h'\npath = '/x?y=1'", "is not a path alone: the key query has the names"),
        ("host = 'h'\npath = '/a*'", "would match more than it shows, because * is a part of 'a*'"),
        ("host = 'h'\npath = '/search{?q}'", "has a query: write the path alone, and list the names in the key query"),
        ("host = 'h'\npath = '/files/{+rest}'", "** for any number of segments, or /* at the end"),
        ("host = 'h'\npath = '/*/x'", "write {name} for one segment, or **"),
        ("host = 'h'\npath = '/x/**'", "write /x/* for any rest"),
        ("host = 'h'\npath = '/{a'", "a brace itself is %7B or %7D"),
        ("host = 'h'\nport = 70000", "expected a number from 0 to 65535"),
    ] {
        let error = Policy::compile(&format!("[[allow]]\n{rule}")).unwrap_err().to_string();
        assert!(error.contains(message), "{rule}: {error}");
    }
    let error = Policy::compile("base = 'https://h/'").unwrap_err().to_string();
    assert!(error.contains("write base into a [[test]], or give it with the text"), "{error}");
    let error = Policy::compile("[allow]\nhost = 'h'").unwrap_err().to_string();
    assert!(error.contains("two brackets, [[allow]]"), "{error}");
}

/// One reason says what is missing, not one for each parser.
#[test]
fn a_relative_text_needs_a_base() {
    let policy = compile("[[allow]]\nhost = \"*\"");
    for text in ["/a", "x/y", "", "?q", "../é"] {
        let decision = policy.check(text);
        let reasons: Vec<String> = decision.reasons().iter().map(ToString::to_string).collect();
        assert_eq!(
            reasons,
            [
                "invalid: the text has no scheme: begin it with one, such as https://, or give a base that completes it (--base in the command)"
            ],
            "{text:?}"
        );
    }
    assert!(!message(&policy, "http://h/ x").contains("relative"));
}

#[test]
fn a_test_may_expect_a_reason() {
    let toml = r#"
        extends = "gateway"
        [[deny]]
        path = "/admin/*"
        [[test]]
        text = "/admin/x"
        decision = "deny"
        reason = "denied"
        [[test]]
        text = "/admin/..;/x"
        decision = "deny"
        reason = "path-parameter"
        [[test]]
        text = "/admin%2Fx"
        decision = "deny"
        reason = "denied"
    "#;
    assert_eq!(compile(toml).failed_tests().len(), 0);
    // Without the rule, the last text is still denied, but not for the reason that the test expects.
    let policy = compile(&toml.replace("/admin/*", "/other"));
    let failed: Vec<_> = policy.failed_tests().iter().map(|failed| (failed.expected(), failed.found())).collect();
    let text = |text: &str| text.to_owned();
    let slash = "deny with the reason encoded-slash";
    assert_eq!(
        failed,
        [(text("deny with the reason denied"), text("allow")), (text("deny with the reason denied"), text(slash)),]
    );
    for (test, message) in [
        ("decision = 'deny'\nreason = 'no-rul'", "expected the code of a reason, such as denied"),
        ("decision = 'deny'\nreason = 'no-rul'", "no-rule"),
        ("decision = 'allow'\nreason = 'denied'", "a text that is admitted has no reason"),
        ("decision = 'deny'\nresaon = 'denied'", "text, decision, reason, base"),
    ] {
        let error = Policy::compile(&format!("[[test]]\ntext = '/'\n{test}")).unwrap_err().to_string();
        assert!(error.contains(message), "{test}: {error}");
    }
}
