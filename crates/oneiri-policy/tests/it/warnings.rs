//! Warnings about rules that match less than they seem to.

use oneiri_policy::{Policy, WarningKind};

fn warnings(toml: &str) -> Vec<String> {
    let policy = Policy::compile(toml).unwrap_or_else(|error| panic!("{toml}: {error}"));
    policy.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn a_rule_with_a_host_denies_no_path_alone() {
    let head = "extends = 'gateway'\n[[deny]]\n";
    let message = "line 2: this [[deny]] rule matches no path that is checked without a base, because such a path has no \
                   host: add a rule with same-origin = true and the same path to deny it there, too (for example";
    for (rule, example) in [
        ("host = 'h.example'\npath = '/admin/*'", "/admin/any"),
        ("host = '*.h.example'\npath = '/a'", "/a"),
        ("host = '10.0.0.0/8'\nquery = 'debug'", "/?debug="),
        ("uri = 'https://h.example/secret'", "/secret"),
        ("host = 'h.example'\npath = '/Admin/*'\nignore-case = true", "/admin/any"),
    ] {
        assert_eq!(warnings(&format!("{head}{rule}")), [format!("{message} {example})")], "{rule}");
    }
    for rule in [
        "host = 'h.example'",
        "path = '/admin/*'",
        "host = '*'\npath = '/admin/*'",
        "host = 'h.example'\npath = '/admin/*'\n[[deny]]\nsame-origin = true\npath = '/admin/*'",
        "host = 'h.example'\npath = '/admin/x'\n[[deny]]\npath = '/ADMIN/*'\nignore-case = true",
    ] {
        let found = warnings(&format!("{head}{rule}"));
        assert!(found.iter().all(|warning| !warning.contains("without a base")), "{found:?}");
    }
    // No path alone is admitted here.
    let toml = "extends = 'ssrf'\n[[deny]]\nhost = 'h.example'\npath = '/admin/*'";
    assert_eq!(warnings(toml), [""; 0]);
    let kinds = Policy::compile(&format!("{head}host = 'h.example'\npath = '/a/'")).unwrap();
    let kinds: Vec<_> = kinds.warnings().iter().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [WarningKind::PathsWithoutHost, WarningKind::SlashAtEnd]);
}

#[test]
fn a_path_with_a_slash_at_its_end_has_no_path_below() {
    let allow = "[[allow]]\nhost = 'h.example'\npath = ";
    assert_eq!(
        warnings(&format!("{allow}'/a/'")),
        [
            "line 1: this [[allow]] rule allows /a/ itself and no path below it: write \"/a/*\" for /a, /a/ and all paths \
             below, or list \"/a\" and \"/a/\" (for example http://h.example/a/any)"
        ]
    );
    assert_eq!(
        warnings("extends = 'ssrf'\n[[deny]]\npath = '/users/{id}/'"),
        [
            "line 2: this [[deny]] rule denies /users/{id} and /users/{id}/ and no path below: write \"/users/{id}/*\" for \
             all of them, or list \"/users/{id}\" and \"/users/{id}/\" (for example https://any.example.com/users/x/any)"
        ]
    );
    for toml in [
        format!("{allow}['/a', '/a/']"),
        format!("{allow}['/a/', '/a/{{x}}']"),
        format!("{allow}'/'"),
        format!("{allow}'/a'"),
        "extends = 'ssrf'\n[[deny]]\npath = ['/a/', '/a']".to_owned(),
    ] {
        let found = warnings(&toml);
        assert!(found.iter().all(|warning| !warning.contains("below")), "{toml}: {found:?}");
    }
}

#[test]
fn the_case_of_letters_is_ignored_in_rules_that_deny_a_path_or_a_query() {
    for (toml, error) in [
        ("[[allow]]\nhost = '*'\npath = '/a'\nignore-case = true", "a rule that allows compares"),
        ("[[deny]]\nhost = 'H.example'\nignore-case = true", "the rule has no path, query or uri"),
        ("[[deny]]\nuri = 'https://h/'\nport = 443\nignore-case = true", "no other key but port"),
    ] {
        let message = Policy::compile(toml).unwrap_err().to_string();
        assert!(message.contains(error), "{message}");
    }
    // A rule covers another one if it ignores more.
    let head = "[[allow]]\nhost = '*'\n[[deny]]\npath = '/Admin/*'\n";
    let covered = format!("{head}ignore-case = true\n[[deny]]\npath = '/aDmin/x'");
    assert!(warnings(&covered)[0].starts_with("line 6: this [[deny]] rule has no effect"));
    let wider = format!("{head}[[deny]]\npath = '/Admin/x'\nignore-case = true");
    assert_eq!(warnings(&wider), [""; 0]);
}

/// The rule that decides says which addresses are admitted, so a rule with other addresses has an effect, unless another
/// one decides in its place.
#[test]
fn a_rule_that_decides_about_addresses_has_an_effect() {
    let inside = "[[allow]]\nhost = 'a.example'\nscheme = 'http'\naddresses = ['10.0.0.0/8']\n";
    let outside = "[[allow]]\nhost = 'a.example'\n";
    assert_eq!(warnings(&format!("{inside}{outside}")), [""; 0]);
    let admits = |toml: &str| {
        let policy = Policy::compile(toml).unwrap();
        let decision = policy.check("http://a.example/");
        let checked = decision.allowed().unwrap();
        ["10.0.0.1", "93.184.216.34"].map(|address| checked.admits(address.parse().unwrap()))
    };
    assert_eq!(admits(&format!("{inside}{outside}")), [true, false]);
    assert_eq!(admits(outside), [false, true]);
    let idle = format!("{outside}{inside}");
    assert_eq!(admits(&idle), [false, true]);
    assert!(warnings(&idle)[0].starts_with("line 3: this [[allow]] rule has no effect"), "{:?}", warnings(&idle));
}

/// Rules that only seem to be covered by another one. Each changes what some text may do, so no author may be told to remove
/// it. `policy-idle` is the law.
#[test]
fn a_rule_with_an_effect_has_no_warning() {
    for rules in [
        // IDNA of 2003 reads `straße.example` as the host that the other rule denies.
        "[[allow]]\nhost = 'straße.example'\n[[deny]]\nhost = 'strasse.example'\n[violations]\nmapped-host = 'allow'",
        "[[allow]]\nhost = '*.straße.example'\n[[allow]]\nhost = 'x.straße.example'\n[violations]\nmapped-host = 'allow'",
        // No admitted name may lead to the address that a rule denies, whatever its path or scheme.
        "[[allow]]\nhost = '*.example'\n[[deny]]\nscheme = 'ftp'\nhost = '10.0.0.5'",
        "[[allow]]\nhost = '*.example'\n[[deny]]\npath = '/a/*'\n[[deny]]\nhost = '10.0.0.5'\npath = '/a/*'",
        // A rule that allows the query `a` matches a URL without a query, too.
        "[[allow]]\nhost = 'a.example'\nquery = 'a'\n[[deny]]\nhost = 'a.example'\nquery = 'a'",
        // The rule for addresses inside decides about some texts, or would without another one.
        "[[allow]]\nhost = '*.example'\npath = '/a'\n[[allow]]\nhost = '*.example'\npath = '/a'\naddresses = ['10.0.0.0/8']\n\
         [[allow]]\nhost = '*.example'",
        "[[allow]]\nhost = '*'\n[[allow]]\nhost = '*'\naddresses = ['10.0.0.0/8']",
        "[[allow]]\nhost = 'a.example'\nquery = 'a'\naddresses = ['10.0.0.0/8']\n[[allow]]\nhost = 'a.example'\n\
         query = ['a', 'b']\n[[allow]]\nhost = '*.example'\nscheme = 'http'\npath = '/*'",
    ] {
        assert_eq!(warnings(rules), [""; 0], "{rules}");
    }
}
