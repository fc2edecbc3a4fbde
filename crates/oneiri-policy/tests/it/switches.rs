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
fn an_escaped_slash_that_is_permitted_hides_no_denied_path() {
    let gateway = "extends = 'gateway'\n[violations]\nencoded-slash = 'allow'\ndouble-encoding = 'allow'\n\
        encoded-backslash = 'allow'\n[[deny]]\npath = '/admin/*'\n[[deny]]\npath = '/admin'";
    let hostile = [
        "/admin%2fusers",
        "/%2fadmin/users/..",
        "/admin%5cusers",
        "/admin%252fusers",
        "/static/..%2fadmin/users",
        "/.%2fadmin/x",
        "/%2561dmin/x",
    ];
    assert_eq!(admitted(gateway, &hostile), [""; 0]);
    assert_eq!(
        admitted(gateway, &["/a%2fb", "/administration%2Fx"]),
        ["/a%2fb", "/administration%2Fx"]
    );
}
