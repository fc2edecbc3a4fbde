//! How servers read a path, as models of our own: no spelling of a denied path is admitted, whichever server reads it.

use std::sync::LazyLock;

use oneiri_policy::{Policy, Violation};

/// Everything is permitted, so only the rules that deny can stop a path.
static POLICY: LazyLock<Policy> = LazyLock::new(|| {
    let all: String = Violation::all().map(|it| format!("{} = \"allow\"\n", it.name())).collect();
    let toml = format!(
        "addresses = \"any\"\nrepair = true\n[[allow]]\nhost = \"*\"\n[[allow]]\nsame-origin = true\n\
         [[deny]]\npath = \"/admin/*\"\n[[deny]]\npath = \"/users/{{id}}/secret\"\n[[deny]]\npath = \"/**/hidden\"\n\
         [[deny]]\nuri = \"http://h/whole\"\n[violations]\n{all}"
    );
    Policy::compile(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
});

/// The same for servers that ignore the case of letters.
static CASELESS: LazyLock<Policy> = LazyLock::new(|| {
    let all: String = Violation::all().map(|it| format!("{} = \"allow\"\n", it.name())).collect();
    let toml = format!(
        "addresses = \"any\"\nrepair = true\n[[allow]]\nhost = \"*\"\n[[allow]]\nsame-origin = true\n\
         [[deny]]\npath = [\"/Admin/*\", \"/users/{{id}}/SECRET\", \"/**/hidden\"]\nignore-case = true\n\
         [[deny]]\nuri = \"http://h/Whole\"\nignore-case = true\n[violations]\n{all}"
    );
    Policy::compile(&toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
});

/// Whether one of the rules denies a path that a server has read.
fn is_denied(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    match &*segments {
        ["admin", ..] | ["whole"] => true,
        ["users", id, "secret"] => !id.is_empty(),
        [.., "hidden"] => true,
        _ => false,
    }
}

fn decode(path: &str) -> String {
    String::from_utf8_lossy(&oneiri::percent::decode(path)).into_owned()
}

fn cut(path: &str) -> String {
    path.split('/').map(|it| it.split(';').next().unwrap()).collect::<Vec<_>>().join("/")
}

/// Removes dot segments, and empty ones if the server merges slashes.
fn resolve(path: &str, merges: bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    for (nth, segment) in segments.iter().enumerate() {
        let is_last = nth + 1 == segments.len();
        match *segment {
            "." | ".." => {
                if *segment == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            "" if merges && !is_last => {}
            segment => kept.push(segment),
        }
    }
    format!("/{}", kept.join("/"))
}

/// Tomcat: parameters are removed, then escapes are decoded, then the path is normalized.
fn tomcat(path: &str) -> String {
    resolve(&decode(&cut(path)).replace('\\', "/"), true)
}

/// Jetty of version 9: escapes are decoded while parameters are removed; a decoded semicolon may begin one, too.
fn jetty(path: &str) -> String {
    resolve(&cut(&decode(path)), false)
}

/// The same, for versions that find the query after decoding.
fn jetty_late(path: &str) -> String {
    let path = decode(path);
    resolve(&cut(path.split(['?', '#']).next().unwrap()), false)
}

/// nginx: escapes are decoded, slashes are merged, and dot segments are removed. It knows no parameters.
fn nginx(path: &str) -> String {
    resolve(&decode(path), true)
}

/// nginx before Tomcat, which is given the path that nginx has normalized.
fn nginx_and_tomcat(path: &str) -> String {
    tomcat(&nginx(path))
}

/// IIS: two rounds of decoding, backslashes are slashes, and Windows ignores dots and spaces at the end of a name.
fn iis(path: &str) -> String {
    let path = resolve(&decode(&decode(path)).replace('\\', "/"), true);
    path.split('/').map(|it| it.trim_end_matches(['.', ' '])).collect::<Vec<_>>().join("/")
}

/// Windows takes a stream of a file or folder for the file or folder.
fn iis_with_streams(path: &str) -> String {
    let name = |it: &'_ str| match it.split_once(':') {
        Some((name, rest)) if rest.starts_with('$') || rest.contains(":$") => name.to_owned(),
        _ => it.to_owned(),
    };
    iis(path).split('/').map(name).collect::<Vec<_>>().join("/")
}

/// ASP.NET removes the session that it writes into paths without cookies.
fn asp(path: &str) -> String {
    let path = decode(path);
    resolve(&path.replace("(S(x))", "").replace("(A(b)F(c))", ""), true)
}

/// A program that maps characters by NFKC before it splits the path.
fn mapping(path: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    let path: String = decode(path).nfkc().collect();
    let path = path.split(['?', '#']).next().unwrap().replace('\\', "/");
    resolve(&cut(&path), true)
}

/// Node, where a program resolves the target against a base of its own: `new URL(request.url, base)`.
fn node(path: &str) -> String {
    let path = match path.strip_prefix("//") {
        Some(rest) => {
            let rest = rest.trim_start_matches('/');
            rest.find('/').map_or("/", |at| &rest[at..])
        }
        None => path,
    };
    resolve(path, false)
}

/// nginx with `merge_slashes off` before such a program.
fn nginx_and_node(path: &str) -> String {
    node(&resolve(&decode(path), false))
}

/// A program that leaves out octets that are not UTF-8: `errors="ignore"` in Python, `scrub("")` in Ruby.
fn scrubbing(path: &str) -> String {
    let bytes = oneiri::percent::decode(path);
    let valid: String = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
    resolve(&valid, true)
}

/// Tomcat of version 7 and older: octets are characters of ISO 8859-1.
fn old_tomcat(path: &str) -> String {
    let cut = cut(path);
    let decoded: String = oneiri::percent::decode(&cut).iter().map(|it| char::from(*it)).collect();
    resolve(&decoded.replace('\\', "/"), true)
}

type Server = (&'static str, fn(&str) -> String);

/// What programs do that ignore the case of letters: they compare small letters, or capital letters.
const CASES: [fn(&str) -> String; 2] = [str::to_lowercase, |path| path.to_uppercase().to_lowercase()];

const SERVERS: [Server; 14] = [
    ("as it is", str::to_owned),
    ("Tomcat", tomcat),
    ("Jetty", jetty),
    ("Jetty, late", jetty_late),
    ("nginx", nginx),
    ("nginx and Tomcat", nginx_and_tomcat),
    ("IIS", iis),
    ("IIS, streams", iis_with_streams),
    ("ASP.NET", asp),
    ("NFKC", mapping),
    ("Node", node),
    ("nginx and Node", nginx_and_node),
    ("a program that leaves out what is not UTF-8", scrubbing),
    ("old Tomcat", old_tomcat),
];

/// No path is admitted that a server reads as a denied one.
pub fn no_server_reads_a_denied_path(data: &[u8]) {
    let path = String::from_utf8_lossy(data);
    let path = format!("/{}", path.trim_start_matches(['/', '\\']));
    for text in [format!("http://h{path}"), path] {
        for (policy, cases) in [(&*POLICY, &[str::to_owned as fn(&str) -> String][..]), (&*CASELESS, &CASES)] {
            let Some(checked) = policy.check(&text).allowed() else { continue };
            let canonical = checked.parts().path;
            // The rule with a uri is about one host, and about no query.
            let has_query = checked.parts().query.is_some_and(|query| !query.is_empty());
            let is_other = text.starts_with('/') || has_query;
            for (server, read) in SERVERS {
                for in_case in cases {
                    let found = in_case(&read(canonical));
                    let is_other = is_other && found.trim_end_matches('/') == "/whole";
                    let is_fine = is_other || !is_denied(&found);
                    assert!(is_fine, "{text:?}: {server} reads '{canonical}' as '{found}'");
                }
            }
        }
    }
}

/// A policy whose rules allow some paths, for programs that map characters.
static ALLOWS: LazyLock<Policy> = LazyLock::new(|| {
    let toml = "extends = \"agent\"\naddresses = \"any\"\n[[allow]]\nhost = \"*\"\n\
                path = [\"/wiki/*\", \"/repos/{owner}/{name}/issues\", \"/users/{id}\"]\n[[deny]]\nquery = [\"debug\"]";
    Policy::compile(toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
});

/// No path is admitted that is allowed only until a program maps its characters and perhaps cuts it.
pub fn no_program_that_maps_reads_another_path(data: &[u8]) {
    use unicode_normalization::UnicodeNormalization as _;
    let path = String::from_utf8_lossy(data);
    let text = format!("http://h/{}", path.trim_start_matches(['/', '\\']));
    let Some(checked) = ALLOWS.check(&text).allowed() else { return };
    let whole: String = decode(checked.parts().path).nfkc().collect();
    let ends: [&[char]; 4] = [&[], &['?'], &['#'], &['?', '#']];
    for ends in ends {
        let end = if ends.is_empty() { whole.len() } else { whole.find(ends).unwrap_or(whole.len()) };
        let (path, rest) = whole.split_at(end);
        for path in [path.to_owned(), cut(path)] {
            let path = resolve(&path.replace('\\', "/"), false);
            let segments: Vec<&str> = path.split('/').skip(1).collect();
            let is_allowed = match &*segments {
                ["wiki", ..] => true,
                ["repos", owner, name, "issues"] => !owner.is_empty() && !name.is_empty(),
                ["users", id] => !id.is_empty(),
                _ => false,
            };
            assert!(is_allowed, "{text:?}: a program that maps '{checked}' reads '{path}'");
        }
        let query = rest.strip_prefix('?').unwrap_or_default().split('#').next().unwrap_or_default();
        let is_debug = |pair: &str| pair.split('=').next() == Some("debug");
        assert!(!query.split('&').any(is_debug), "{text:?}: '{checked}' has the query '{query}'");
    }
}

#[cfg(not(fuzzing))]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    const PIECES: &[&str] = &[
        "admin", "users", "secret", "hidden", "whole", "/", "/", "/", "//", ".", "..", "/..", "/../", "/./", ";", ";x",
        "..;", "%2f", "%2F", "%5c", "\\", "%2e", "%2e%2e", "%252e", "%252f", "%25", "%3b", "%3B", "%253b", "%3f",
        "%23", "%2500", "%61dmin", "%2561dmin", "a%64min", "%20", ".", "%c2%a0", "%00", "x", "me@x.com", "%40", "／",
        "．", "‥", "\u{37E}", "；", "？", "＃", "%EF%BC%8F", "%cd%be", "ａdmin", "＼", "\u{AD}", "é", "#", "?",
        "%c0%ae", "%u002f", "ADMIN", "uſerſ", "Hıdden", "Whole", "ſECRET", "%2f%2fh", "//h", "%80", "%ff", "adm%ffin",
        "%ad", "::$DATA", ":$I30:$INDEX_ALLOCATION", "(S(x))", "ad(A(b)F(c))min", "%28S(x))", "{", "[", "|",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: crate::cases(60_000), failure_persistence: None, ..<_>::default() })]

        #[test]
        fn no_server_reads_a_denied_path(pieces in prop::collection::vec(select(PIECES), 0..10)) {
            super::no_server_reads_a_denied_path(pieces.concat().as_bytes());
        }
    }

    const ALLOWED: &[&str] = &[
        "wiki/", "repos/", "users/", "/issues", "a", "/", "b", "？", "…", "．", "‥", "；", "＃", "\u{37E}", "⁉", "⒈",
        "%EF%BC%9F", "%EF%BC%8E", "%3F", "%23", ";", "..", "/../", "debug", "＆", "&", "?", "#", "wiki", "／", "％",
        "é",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: crate::cases(60_000), failure_persistence: None, ..<_>::default() })]

        #[test]
        fn no_program_that_maps_reads_another_path(
            start in select(&["wiki/", "repos/a/", "repos/", "users/", ""][..]),
            pieces in prop::collection::vec(select(ALLOWED), 0..7),
            end in select(&["", "", "/issues"][..]),
        ) {
            let path = [start, &pieces.concat(), end].concat();
            super::no_program_that_maps_reads_another_path(path.as_bytes());
        }
    }

    #[test]
    fn models_read_what_the_servers_read() {
        assert_eq!(super::tomcat("/admin;%23/users"), "/admin/users");
        assert_eq!(super::jetty_late("/admin;%23/users"), "/admin");
        assert_eq!(super::nginx("/a/%2e%2e//b;c"), "/b;c");
        assert_eq!(super::iis("/x%252f..%252fadmin."), "/admin");
        assert_eq!(super::node("//h/a/../admin"), "/admin");
        assert_eq!(super::node("//h"), "/");
        assert_eq!(super::nginx_and_node("/%2f%2fh/admin"), "/admin");
        assert_eq!(super::scrubbing("/adm%80in"), "/admin");
        assert_eq!(super::old_tomcat("/caf%e9;x"), "/café");
        assert_eq!(super::mapping("/admin;x／‥/users"), "/users");
    }
}
