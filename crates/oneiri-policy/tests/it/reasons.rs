//! What a policy says of a text that no rule allows, or that a rule denies.

use oneiri_policy::Policy;

fn compile(toml: &str) -> Policy {
    Policy::compile(toml).unwrap()
}

fn message(policy: &Policy, text: &str) -> String {
    let decision = policy.check(text);
    decision.reasons()[0].to_string()
}

#[test]
fn a_denial_names_the_rule_and_what_it_matches() {
    let ssrf = Policy::preset("ssrf").unwrap();
    assert_eq!(
        message(&ssrf, "http://169.254.169.254/"),
        "denied: deny rule 0 (preset ssrf, line 14) matches the host '169.254.169.254'",
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
    assert_eq!(message(&policy, path), "denied: deny rule 0 (line 3) matches the path '/admin/x'");
    let both = message(&policy, both);
    assert_eq!(both, "denied: deny rule 1 (line 5) matches the host 'a.example' and the path '/b'");
    assert_eq!(message(&policy, query), "denied: deny rule 2 (line 8) matches");
}

#[test]
fn rules_of_the_same_origin_say_what_they_allow() {
    let policy = Policy::preset("open-redirect").unwrap();
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
        ("https://a.example/v2/x", "0 (line 2) matches all but the path"),
        ("https://x.b.example/v1/x?r=1", "0 (line 2) matches all but the query"),
        ("https://a.example:8443/v1/x", "0 (line 2) matches all but the port"),
        ("com.example.app:/other", "1 (line 7) matches all but the spelling of its uri"),
        ("http://127.0.0.1:4000/call", "2 (line 9) matches all but the spelling of its uri"),
    ] {
        assert!(!policy.check(text).is_allowed(), "{text}");
        assert_eq!(policy.nearest(text, None), Some(format!("allow rule {field}")), "{text}");
    }
    let scheme = compile("allow = [{ scheme = \"https\", host = \"h\", port = \"*\" }]");
    let nearest = scheme.nearest("http://h/", None);
    assert_eq!(nearest.as_deref(), Some("allow rule 0 (line 1) matches all but the scheme"));
    // Another host, two fields, no URL, and a text that is allowed.
    for text in
        ["https://c.example/v1/x", "http://a.example/", "http://[", "https://a.example/v1/x"]
    {
        assert_eq!(policy.nearest(text, None), None, "{text}");
    }
}
