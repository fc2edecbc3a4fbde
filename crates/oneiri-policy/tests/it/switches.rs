//! What one switch of `[violations]` permits, and what it does not.

use oneiri_policy::Policy;

fn admitted<'t>(policy: &str, texts: &[&'t str]) -> Vec<&'t str> {
    let policy = Policy::compile(policy).unwrap();
    texts.iter().copied().filter(|text| policy.check(text).is_allowed()).collect()
}

#[test]
fn an_escaped_slash_that_is_permitted_hides_no_dot_segment() {
    let agent = "extends = 'agent'\n[violations]\nencoded-slash = 'allow'\nencoded-backslash = 'allow'\n\
        double-encoding = 'allow'\ncontrol-character = 'allow'\n\
        [[allow]]\nscheme = 'https'\nhost = 'h.example'\npath = '/repos/*'";
    let hostile = [
        "https://h.example/repos/%2e%2e%2fuser",
        "https://h.example/repos/..%2fuser",
        "https://h.example/repos/o/..%2f..%2fuser",
        "https://h.example/repos/a%2f..",
        "https://h.example/repos/a%2F%2e%2F",
        "https://h.example/repos/..%5cuser",
        "https://h.example/repos/%252e%252e/user",
        "https://h.example/repos/..%25252fuser",
        "https://h.example/repos/..%00/user",
        "https://h.example/repos/..%20/user",
        "https://h.example/repos/..%3bx/user",
    ];
    assert_eq!(admitted(agent, &hostile), [""; 0]);
    let good = [
        "https://h.example/repos/heads/feature%2Fx",
        "https://h.example/repos/a%252Fb",
        "https://h.example/repos/100%25",
        "https://h.example/repos/...%2fx",
        "https://h.example/repos/a%5Cb..",
        "https://h.example/repos/a%20b",
    ];
    assert_eq!(admitted(agent, &good), good);
}

#[test]
fn what_is_permitted_hides_no_denied_path() {
    let all = [
        "encoded-slash", "encoded-backslash", "encoded-dot-segment", "dot-segment", "double-encoding", "empty-segment",
        "path-parameter", "semicolon", "control-character", "invalid-utf8", "encoded-delimiter", "mapped-delimiter",
    ];
    let switches: String = all.iter().map(|name| format!("{name} = 'allow'\n")).collect();
    let gateway = format!("extends = 'gateway'\n[violations]\n{switches}[[deny]]\npath = ['/admin', '/admin/*']");
    let hostile = [
        "/%2fadmin", "/%2fadmin/x", "/%5cadmin", "/%252fadmin", "/admin%253bx", "/admin%2500", "/x/..%2fadmin",
        "/.%2fadmin", "/x/%2e%2e%2fadmin", "/admin%3bx/y", "/admin;x/y", "http://h.example//admin", "/x/..;/admin",
        "/x/%c0%ae%c0%ae/admin", "/admin%00", "/admin%3fx", "/admin%23", "/x/..%c0%afadmin",
        "/x/%EF%BC%8E%EF%BC%8E/admin", "/%EF%BC%8Fadmin/", "/admin%20", "/admin%20/x", "//admin", "/a/..//admin/./",
    ];
    assert_eq!(admitted(&gateway, &hostile), [""; 0]);
    let good = ["/a%2fb", "/x/%2f/admin", "/administration%2Fx", "/x;admin", "/a//b", "/users/admin"];
    assert_eq!(admitted(&gateway, &good), good);
    // A host that programs with another version of IDNA take for a denied one.
    let host = "[violations]\nmapped-host = 'allow'\nconfusable-host = 'allow'\n[[deny]]\nhost = 'admin.example'\n\
        [[allow]]\nhost = '*'";
    let hostile = ["http://ad\u{1806}min.example/", "http://ad\u{200D}min.example/", "http://local\u{1806}host/"];
    assert_eq!(admitted(host, &hostile), [""; 0]);
    assert_eq!(admitted(host, &["http://straße.example/"]), ["http://straße.example/"]);
    // Both at once.
    let both = "[violations]\nmapped-host = 'allow'\nencoded-slash = 'allow'\nconfusable-host = 'allow'\n\
        [[deny]]\nhost = 'admin.example'\npath = '/a/b'\n[[allow]]\nhost = '*'";
    assert_eq!(admitted(both, &["http://ad\u{1806}min.example/a%2fb"]), [""; 0]);
}

#[test]
fn brackets_are_repaired() {
    let policy = "repair = true\n[[allow]]\nhost = 'h'";
    let texts = ["http://h/?filter[a]=b", "http://h/tags/[x]#[1]"];
    assert_eq!(admitted(policy, &texts), texts);
    assert_eq!(admitted(&policy[14..], &texts), [""; 0]);
    let policy = Policy::compile(policy).unwrap();
    let checked = policy.check("http://h/tags/[x]?y[]=1").allowed().unwrap();
    assert_eq!(checked.as_str(), "http://h/tags/%5Bx%5D?y%5B%5D=1");
    assert!(!policy.check("http://[h]/").is_allowed());
}

#[test]
fn an_escaped_slash_that_is_permitted_hides_no_denied_path() {
    let gateway = "extends = 'gateway'\n[violations]\nencoded-slash = 'allow'\ndouble-encoding = 'allow'\n\
        encoded-backslash = 'allow'\n[[deny]]\npath = '/admin/*'\n[[deny]]\npath = '/admin'";
    let hostile = [
        "/admin%2fusers", "/%2fadmin/users/..", "/admin%5cusers", "/admin%252fusers", "/static/..%2fadmin/users",
        "/.%2fadmin/x", "/%2561dmin/x",
    ];
    assert_eq!(admitted(gateway, &hostile), [""; 0]);
    assert_eq!(admitted(gateway, &["/a%2fb", "/administration%2Fx"]), ["/a%2fb", "/administration%2Fx"]);
}
