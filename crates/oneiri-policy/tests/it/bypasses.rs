//! Ways around rules that deny, each with all spellings of its kind.

use core::ops::RangeInclusive;

use oneiri_policy::{Base, Policy, Preset};

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

/// Programs find a host in the path of a URL without one.
#[test]
fn an_empty_host_is_refused_whatever_the_parsers_are() {
    for parsers in [
        "rfc3986",
        "rfc3987",
        "regex",
        "python",
        "java",
        "go",
        "php",
        "curl",
        "node-legacy",
        "whatwg",
    ] {
        let head = format!("parsers = ['{parsers}']\n");
        let policies = [
            compile(&format!("{head}extends = 'ssrf'")),
            compile(&format!(
                "{head}addresses = 'any'\n[[allow]]\nhost = '*'\nport = '*'\nscheme = ['http', 'https', 'ws', 'wss', 'ftp']"
            )),
            compile(&format!("{head}extends = 'gateway'")),
        ];
        for policy in policies {
            for text in [
                "http:///169.254.169.254/latest/meta-data/",
                "https:///h/",
                "ws:///h/",
                "wss:///h",
                "ftp:///h/",
                "http://:80/h/",
                "http://?h",
                "http://#h",
                "http://",
                "http:",
                "http:/",
                "HTTP:///169.254.169.254/",
                "http://@/x",
                "http://u@/x",
                "http:////h",
            ] {
                let Some(checked) = policy.check(text).allowed() else { continue };
                // What the URL Standard reads is a host, and then it is in the canonical text.
                assert!(checked.host().is_some_and(|host| !host.is_empty()), "{parsers} {text}");
                assert!(
                    matches!(parsers, "whatwg" | "curl") && !checked.as_str().contains("///"),
                    "{parsers} {text}"
                );
            }
        }
    }
    let any = compile("parsers = ['rfc3986']\n[[allow]]\nscheme = 'x'\nhost = '*'");
    denied(&any, &["x:///h", "x://:1/h", "x:/h"]);
}

#[test]
fn a_denied_uri_is_denied_in_every_spelling() {
    let policy = compile(
        "[[allow]]\nhost = '*'\nport = '*'\nscheme = ['https', 'http', 'x']\n[[deny]]\nuri = ['https://h.example/secret', \
         'https://bücher.example/a?b=c', 'x://h.example/q']\n[violations]\nuserinfo = 'allow'\ntrailing-dot = 'allow'\n\
         mapped-host = 'allow'\nencoded-host = 'allow'",
    );
    denied(
        &policy,
        &[
            "https://h.example/secret",
            "HTTPS://h.example/secret",
            "https://H.EXAMPLE/secret",
            "https://h.example:443/secret",
            "https://h.example:/secret",
            "https://h.example/x/../secret",
            "https://h.example/./secret",
            "https://h.example/secre%74",
            "https://h.example/%73%65cret",
            "https://h.example/secret?",
            "https://h.example/secret#x",
            "https://h.example/secret?#",
            "https://h.example/secret/",
            "https://h.example./secret",
            "https://u@h.example/secret",
            "https://h%2eexample/secret",
            "https://ｈ.example/secret",
            "https://h。example/secret",
            "https://h.example/secret;x",
            "https://h.example//secret",
            "https://h.example/x%2f..%2fsecret",
            "https://xn--bcher-kva.example/a?b=c",
            "https://BÜCHER.example/a?b=c",
            "https://bücher.example/a?b=%63",
            "https://bücher.example/%61?b=c#d",
            "x://h.example/q",
            "x://H.example/q#y",
        ],
    );
    allowed(
        &policy,
        &[
            "https://h.example/secrets",
            "https://h.example/secret?x",
            "https://h.example:8443/secret",
            "http://h.example/secret",
            "https://h.example/Secret",
            "https://bücher.example/a",
            "https://bücher.example/a?b=d",
        ],
    );
}

#[test]
fn patterns_deny_what_they_show() {
    let policy = compile(
        "extends = 'ssrf'\n[[deny]]\npath = ['/users/{id}/admin/*', '/**/private', '/%40team/*', '/caf%C3%A9', '/a b']",
    );
    let host = |path: &str| format!("https://h.example{path}");
    for path in [
        "/users/7/admin",
        "/users/7/admin/",
        "/users/7/admin/x/y",
        "/users/me@x.com/admin/x",
        "/users/me%40x.com/admin",
        "/users/a%20b/admin",
        "/users/é/admin",
        "/private",
        "/a/b/private",
        "/a/private/",
        "/@team/x",
        "/%40team",
        "/@te%61m/",
        "/café",
        "/caf%c3%a9",
        "/cafe\u{301}",
        "/a%20b",
        "/a b",
        "/users/7;v=1/admin;x/y",
    ] {
        denied(&policy, &[&host(path)]);
    }
    for path in [
        "/users/7/administration",
        "/users/admin",
        "/privately",
        "/team/x",
        "/cafe",
        "/a+b",
        "/users/7/x/admin",
    ] {
        allowed(&policy, &[&host(path)]);
    }
    // One meaning for rules that allow.
    let policy = compile(
        "[[allow]]\nhost = 'h.example'\npath = ['/users/{id}/posts', '/v1/*', '/**/public']",
    );
    for path in [
        "/users/me@x.com/posts",
        "/users/a%20b/posts",
        "/v1",
        "/v1/",
        "/v1/x",
        "/public",
        "/a/b/public",
    ] {
        allowed(&policy, &[&host(path)]);
    }
    for path in [
        "/users//posts",
        "/users/a/b/posts",
        "/users/posts",
        "/v10",
        "/users/a%2Fb/posts",
        "/x/../v1/..%2fy",
        "/v1/．．/x",
    ] {
        denied(&policy, &[&host(path)]);
    }
}

#[test]
fn parameters_and_mapped_characters_hide_no_denied_path() {
    let admin = "[[deny]]\npath = ['/admin/*', '/users/*']\n";
    let open = compile(&format!(
        "{admin}[[allow]]\nhost = '*'\n[violations]\nsemicolon = 'allow'\nencoded-delimiter = 'allow'\n\
         mapped-delimiter = 'allow'\ndouble-encoding = 'allow'\nencoded-slash = 'allow'\nempty-segment = 'allow'"
    ));
    let gateway = compile(&format!("extends = 'gateway'\n{admin}"));
    let ssrf = compile(&format!("extends = 'ssrf'\n{admin}"));
    let paths = [
        "/admin;%23/users",
        "/admin;a%3Fb/users",
        "/admin;x／‥/users",
        "/admin%3b%23/x",
        "/admin;",
        "/admin;/",
        "/x/..%3b/admin",
        "/admin%3Fx",
        "/admin%23",
        "/admin%253Fx",
        "/admin\u{37E}x",
        "/admin；x",
        "/admin？x",
        "/admin＃x",
        "/admin／x",
        "/admin＼x",
        "/／admin",
        "/x/．．/admin",
        "/x／‥／admin",
        "/ａｄｍｉｎ",
        "/ad\u{AD}min",
        "/admin%c2%a0",
        "/admin%20/x",
        "/admin.",
        "/%E2%85%B0/..%3B/admin",
        "/x;/../admin",
        "//admin",
        "/.;//admin",
        "/x%2f%2e%2e%2fadmin",
        "/admin%2fx",
    ];
    for path in paths {
        for policy in [&open, &ssrf] {
            denied(policy, &[&format!("http://h.example{path}")]);
        }
        denied(&gateway, &[path, &format!("http://h.example{path}")]);
    }
    allowed(
        &open,
        &["http://h.example/administrator", "http://h.example/x;admin", "http://h.example/a/users"],
    );
    // Without a rule that denies: what the preset gateway never lets through.
    let gateway = Policy::preset(Preset::Gateway);
    denied(
        &gateway,
        &[
            "/..\u{37E}/admin",
            "/x/..%c2%a0/y",
            "/x/..%E2%80%83/y",
            "/x/..%C2%AD/y",
            "/x/%E3%80%80../y",
            "/x/‥/y",
            "/x/%E2%80%A5/y",
        ],
    );
    // All characters that NFKC maps to a delimiter of paths.
    use unicode_normalization::UnicodeNormalization as _;
    let mut count = 0;
    for c in (0x80..=0x0010_FFFF).filter_map(char::from_u32) {
        if c.nfkc().any(|mapped| matches!(mapped, '.' | '/' | '\\' | '%' | ';' | '?' | '#')) {
            count += 1;
            denied(&gateway, &[&format!("/a{c}b"), &format!("/{c}/admin")]);
        }
    }
    assert!(count > 36, "{count}");
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
    let all: String =
        oneiri_policy::Violation::all().map(|it| format!("{} = 'allow'\n", it.name())).collect();
    let policy = compile(&format!(
        "repair = true\n[[allow]]\nhost = '*'\n[[deny]]\npath = '/admin/*'\n[violations]\n{all}"
    ));
    let gateway = Policy::preset(Preset::Gateway);
    for c in DEFAULT_IGNORABLE.iter().flat_map(Clone::clone) {
        denied(&policy, &[&format!("https://h.example/ad{c}min")]);
        denied(&policy, &[&format!("https://h.example/{c}admin{c}/x")]);
        let escaped =
            oneiri::percent::encode(&format!("/x/..{c}/y"), &oneiri::percent::SafeSet::new("/."))
                .into_owned();
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
fn names_of_a_query_are_denied_in_every_spelling() {
    let policy = compile("extends = 'ssrf'\n[[deny]]\nquery = ['debug', 'is_admin']");
    for query in [
        "debug",
        "debug=1",
        "a=b&debug=1",
        "a=b;debug=1",
        "%64ebug=1",
        "debug[]=1",
        "debug%5B%5D=1",
        "debug[x][y]=1",
        "debug.x=1",
        "+debug=1",
        "%20debug=1",
        "debug%00=1",
        "%2564ebug=1",
        "ｄebug=1",
        "is.admin=1",
        "is+admin=1",
        "is%20admin",
        "is[admin=1",
        "debug%3D1",
    ] {
        denied(&policy, &[&format!("https://h.example/?{query}")]);
    }
    for query in ["debugger=1", "x=debug", "xdebug", "Debug", "isadmin", "a[debug]=1"] {
        allowed(&policy, &[&format!("https://h.example/?{query}")]);
    }
    // A rule that allows admits exactly the names that it lists.
    let policy = compile("repair = true\n[[allow]]\nhost = '*'\nquery = ['q', 'tags[]']");
    allowed(
        &policy,
        &[
            "https://h.example/?q=1&tags[]=2",
            "https://h.example/?tags%5B%5D=2",
            "https://h.example/?%71",
            "https://h.example/",
        ],
    );
    denied(
        &policy,
        &[
            "https://h.example/?q[]=1",
            "https://h.example/?Q=1",
            "https://h.example/?+q=1",
            "https://h.example/?q=1;x=2",
            "https://h.example/?tags=2",
        ],
    );
}

#[test]
fn a_rule_has_addresses_of_its_own() {
    let policy = compile(
        "extends = 'agent'\n[[allow]]\nhost = '*.corp.example'\naddresses = '10.1.0.0/16'\n[[allow]]\nhost = '*.example.com'\n\
         [[allow]]\nhost = '8.8.0.0/16'\naddresses = ['10.1.0.0/16']\n[[allow]]\nhost = '0.0.0.0/0'\naddresses = ['10.1.0.0/16', '9.0.0.0/8']",
    );
    let admits =
        |text: &str, address: [u8; 4]| policy.check(text).allowed().unwrap().admits(address.into());
    assert!(admits("http://a.corp.example/", [10, 1, 2, 3]));
    assert!(!admits("http://a.corp.example/", [10, 2, 2, 3]));
    assert!(!admits("http://a.corp.example/", [93, 184, 215, 14]));
    assert!(!admits("http://a.example.com/", [10, 1, 2, 3]));
    assert!(admits("http://a.example.com/", [93, 184, 215, 14]));
    // A rule names the addresses of a block that is as small as a private network.
    allowed(&policy, &["http://8.8.8.8/", "http://10.1.2.3/", "http://9.9.9.9/"]);
    denied(&policy, &["http://1.1.1.1/", "http://10.2.2.3/"]);
    let code = policy.check("http://1.1.1.1/").reasons()[0].code;
    assert_eq!(code.as_str(), "unlisted-address");
    // For all rules that list none.
    let policy = compile("addresses = '10.1.0.0/16'\n[[allow]]\nhost = '*'");
    assert!(!policy.check("http://a.example/").allowed().unwrap().admits([8, 8, 8, 8].into()));
    denied(&policy, &["http://8.8.8.8/", "http://127.0.0.1/"]);
    allowed(&policy, &["http://10.1.2.3/"]);
    // The address of Azure's platform is public, and no policy admits it unless a rule names it.
    let policy = compile("[[allow]]\nhost = '*'");
    denied(&policy, &["http://168.63.129.16/", "http://[64:ff9b::a83f:8110]/"]);
    assert!(
        !policy.check("http://a.example/").allowed().unwrap().admits([168, 63, 129, 16].into())
    );
}

#[test]
fn an_apex_admits_no_name_that_is_not_public() {
    let policy = compile("[[allow]]\nhost = ['*.corp', '*.internal', '*.localhost']\napex = true");
    denied(
        &policy,
        &[
            "http://a.corp/",
            "http://metadata.google.internal/",
            "http://a.localhost/",
            "http://a.b.corp/",
        ],
    );
    allowed(&policy, &["http://corp/", "http://localhost/"]);
}

#[test]
fn the_canonical_text_is_not_longer_than_the_greatest_length() {
    let policy = compile(
        "max-length = 30\nrepair = true\n[[allow]]\nhost = '*'\n[violations]\nmapped-host = 'allow'",
    );
    allowed(&policy, &["http://h.example/aaaaaaaaaaaa"]);
    denied(
        &policy,
        &["http://h.example/ééé", "http://h.example/a b c d e f", "http://bücher-x.example/aa"],
    );
    let reason = policy.check("http://h.example/ééé").reasons()[0].to_string();
    assert!(reason.starts_with("length: the canonical text has 35 bytes"), "{reason}");
}

#[test]
fn allow_rules_replace_those_of_the_preset() {
    let policy = compile(
        "extends = 'ssrf'\n[[allow]]\nscheme = 'https'\nhost = 'hooks.example'\npath = '/in'",
    );
    allowed(&policy, &["https://hooks.example/in"]);
    denied(
        &policy,
        &["http://evil.example/x", "https://hooks.example/out", "https://other.example/in"],
    );
    // The rules of the preset that deny stay, and so does what it says about violations.
    let policy =
        compile("extends = 'ssrf'\n[[allow]]\nhost = ['*.nip.io', '169.254.169.254', 'a.example']");
    denied(&policy, &["http://127.0.0.1.nip.io/", "http://169.254.169.254/"]);
    allowed(&policy, &["http://a.example/?x[]=1"]);
    let policy = compile("extends = 'gateway'\n[[allow]]\nsame-origin = true\npath = '/api/v1/*'");
    allowed(&policy, &["/api/v1/users?id=7"]);
    denied(
        &policy,
        &[
            "/api/v2/users",
            "/api/v1/../admin",
            "/api/v1/%2e%2e/admin",
            "//h/api/v1/x",
            "/",
            "http://h/api/v1/x",
        ],
    );
    let policy = compile("extends = 'ssrf'\n[[deny]]\nhost = 'evil.example'");
    allowed(&policy, &["http://good.example/"]);
    denied(&policy, &["http://evil.example/"]);
}

#[test]
fn any_scheme_and_exactly_one_label() {
    let policy = compile(
        "[[allow]]\nscheme = '*'\nhost = '{team}.example.com'\nport = '*'\n[[allow]]\nscheme = '*'",
    );
    allowed(
        &policy,
        &[
            "https://a.example.com/",
            "wss://a.example.com:8080/",
            "git+ssh://a.example.com/x",
            "mailto:x@y",
            "tel:+1",
        ],
    );
    denied(
        &policy,
        &[
            "https://example.com/",
            "https://a.b.example.com/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:,x",
            "gopher://a.example.com/",
            "file://a.example.com/x",
            "JavaScript:x",
            "view-source:https://a.example.com/",
            "blob:https://a.example.com/x",
            "dict://a.example.com/",
            "jar:http://a.example.com!/x",
        ],
    );
    let deny = compile(
        "[[allow]]\nscheme = ['http', 'x']\nhost = '*'\n[[deny]]\nscheme = '*'\nhost = '{a}.b.example'",
    );
    denied(&deny, &["http://a.b.example/", "x://a.b.example/"]);
    allowed(&deny, &["http://b.example/", "http://x.a.b.example/"]);
}

#[test]
fn ordinary_links_pass_where_no_rule_looks_at_the_path() {
    let rules = "[[allow]]\nscheme = ['http', 'https']\nhost = '*'\nport = '*'";
    for policy in [Policy::preset(Preset::Ssrf), compile(&format!("extends = 'agent'\n{rules}"))] {
        allowed(
            &policy,
            &[
                "https://h.example/?filter[a]=b&c[]=1|2^3{x}\"y\"",
                "https://firebasestorage.example/v0/b/x/o/a%2Fb.png?alt=media",
                "https://web.archive.example/web/2024/https://example.com//a",
                "https://h.example/100%25/a;b=c/d%3Fe",
                "https://h.example?email=a@b",
                "https://h.example/記事／「題」：続き？",
                "https://MÜNCHEN.de/",
                "https://faß.de/",
                "https://h.example/a b",
                "https://h.example/%E9",
            ],
        );
        denied(
            &policy,
            &[
                "https://h.example/x/..;/admin",
                "https://h.example/%2e%2e%2fetc",
                "https://h.example?@127.0.0.1/",
                "https://h.example#@localhost/",
                "https://h.example/a%0d%0ab",
                "https://h.example\\@evil.example/",
            ],
        );
    }
}

/// Resolving removes dot segments, and a server that merges slashes before that finds another path in the text.
#[test]
fn a_path_is_also_looked_up_as_it_was_before_it_was_resolved() {
    let rules = "[violations]\ndot-segment = 'allow'\nempty-segment = 'allow'\n[[deny]]\npath = '/internal/*'";
    let gateway = compile(&format!("extends = 'gateway'\n{rules}"));
    let hidden = [
        "/v1//../internal",
        "/v1//..//internal",
        "/a/b//../../internal/x",
        "/v1/.//../internal",
        "https://a.example.com/v1//../internal",
    ];
    denied(&gateway, &hidden);
    let base = Base::compile("https://a.example.com/v1/x").unwrap();
    for policy in [gateway, compile(&format!("extends = 'open-redirect'\n{rules}"))] {
        for text in
            hidden.iter().chain(&["..//../internal", "y//../../internal", "../a//../internal"])
        {
            assert!(!policy.check_with_base(text, &base).is_allowed(), "{text}");
            assert!(!policy.inspect(text, Some(&base)).decision().is_allowed(), "{text}");
        }
        assert!(policy.check_with_base("/v1//../public", &base).is_allowed());
        assert!(policy.check_with_base("y", &base).is_allowed());
    }
}

/// Without its dot segments, a path begins with two slashes: a browser that is given the path alone goes to another host.
#[test]
fn the_canonical_path_hides_no_authority() {
    let policy = compile(
        "repair = true\n[[allow]]\nhost = '*'\n[violations]\nhidden-authority = 'deny'\n\
         encoded-dot-segment = 'allow'",
    );
    for host in ["h.example", "bücher.example", "MÜNCHEN.example", "h。example"] {
        for path in [
            "/..//",
            "/.//evil.example",
            "/x/..//",
            "/./..//",
            "//",
            "/%2e//",
            "/%2e%2e//é",
            "/a/.././/x",
            "/..///",
        ] {
            denied(&policy, &[&format!("https://{host}{path}")]);
        }
    }
    allowed(
        &policy,
        &["https://h.example/a//", "https://h.example/../a//b", "https://bücher.example/../a"],
    );
}

/// Servers cut a path at a NUL, at `?` or at `#` once it is decoded or mapped, and Windows ignores what ends a name.
#[test]
fn what_ends_a_path_or_a_name_hides_no_denied_path() {
    let all: String =
        oneiri_policy::Violation::all().map(|it| format!("{} = 'allow'\n", it.name())).collect();
    let policy = compile(&format!(
        "repair = true\n[[allow]]\nhost = '*'\n[[allow]]\nsame-origin = true\n[[deny]]\npath = '/**/hidden'\n\
         [[deny]]\npath = '/admin/*'\n[violations]\n{all}"
    ));
    let paths = [
        "/%00%61dmin%EF%BC%8Fhidden？",
        "/x%23/hidden？",
        "/x%00/hidden%23",
        "/x%3Fy%00/hidden%23",
        "/hidden/...",
        "/hidden/....",
        "/hidden/..%20",
        "/hidden/.%20",
        "/hidden/..%20/",
        "/hidden/.%20.",
        "/hidden/...%20.%c2%a0",
        "/hidden%20.%20",
        "/x/..%20/admin",
        "/...%20/admin",
        "/admin/..%20/x",
        // To a program that takes no overlong form, the segment after "hidden" is a name, which ".." removes.
        "/hidden/%c0%ae%252f..",
        "/hidden/%c0%ae%5c..",
        "/hidden/%u002e%252f..",
    ];
    for path in paths {
        denied(
            &policy,
            &[path, &format!("https://h.example{path}"), &format!("https://bücher.example{path}")],
        );
    }
    allowed(&policy, &["/x/...", "/x..%20", "/hiddenx/..."]);
}
