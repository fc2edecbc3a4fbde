//! File paths and back, and identifiers to be shown.

use super::of_four;
use crate::laws::generate::any_valid;
use crate::laws::run::{Outcome, for_all};
use oneiri::file::{FileError, from_posix, from_windows, to_posix, to_windows};
use oneiri::{Alphabet, Ascii, HasScheme, Iri, MaybeScheme, Parts, Redaction, Ri, SchemePresence, Unicode, Uri};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};

/// Texts of what matters in paths, and any text.
fn paths(pieces: &'static [&'static str]) -> BoxedStrategy<String> {
    let pieces = vec(select(pieces), 0..8).prop_map(|it| it.concat());
    prop_oneof![4 => pieces, 1 => ".{0,12}", 1 => any::<String>()].boxed()
}

/// A path that begins with a slash and has no NUL goes there and back.
fn posix_comes_back(path: &str) -> Outcome {
    let made = from_posix(path);
    if !path.starts_with('/') {
        prop_assert_eq!(made, Err(FileError::Relative));
        return Ok(true);
    }
    if path.contains('\0') {
        prop_assert_eq!(made, Err(FileError::Nul));
        return Ok(true);
    }
    let uri = made.unwrap();
    prop_assert_eq!((uri.scheme(), uri.authority().map(|it| it.as_str()), uri.query()), ("file", Some(""), None));
    prop_assert_eq!(Uri::parse(uri.as_str()).unwrap().parts(), uri.parts());
    prop_assert_eq!(to_posix(&uri), Ok(path.to_string()));
    prop_assert_eq!(to_posix(&uri.to_iri()), Ok(path.to_string()));
    Ok(true)
}

#[test]
fn posix_paths_come_back() {
    let path = paths(&["/", "/", "a", ".", "..", "%", "%41", "\\", "?", "#", ":", " ", "é", "\u{202E}", "//", "\0"]);
    for_all("POSIX paths", path, |path| {
        posix_comes_back(path)?;
        posix_comes_back(&format!("/{path}"))
    });
}

/// A Windows path with the slashes that Windows prefers, and without the prefix that turns its parser off.
fn preferred(path: &str) -> String {
    let path = path.replace('/', "\\");
    match path.strip_prefix(r"\\?\") {
        Some(rest) => match rest.split_at_checked(4) {
            Some((unc, server)) if unc.eq_ignore_ascii_case(r"UNC\") => format!(r"\\{server}"),
            _ => rest.to_string(),
        },
        None => path,
    }
}

/// What is no path of a file is refused; every other path comes back.
fn windows_comes_back(path: &str) -> Outcome {
    let Ok(uri) = from_windows(path) else { return Ok(false) };
    prop_assert_eq!((uri.scheme(), uri.port(), uri.query()), ("file", None, None));
    prop_assert_eq!(Uri::parse(uri.as_str()).unwrap().parts(), uri.parts());
    prop_assert_eq!(to_windows(&uri), Ok(preferred(path)), "{}", &uri);
    Ok(true)
}

#[test]
fn windows_paths_come_back() {
    let pieces = &[
        "\\", "/", "a", "b c", ".", "..", "%", "%41", "?", "#", ":", "é", "C:", "c:\\", "UNC\\", "|", "c%3A", "\\\\",
        "server", "localhost", "$", "@", "[::1]", "\u{202E}",
    ];
    let head = select(
        &[
            "C:\\", "z:/", "\\\\server\\", "\\\\?\\C:\\", "\\\\?\\UNC\\s\\", "\\\\?\\uNc\\s\\", "//localhost/C|/",
            "//localhost/", "\\\\", "",
        ][..],
    );
    for_all("Windows paths", (head, paths(pieces)), |(head, path)| windows_comes_back(&format!("{head}{path}")));
}

#[test]
fn drives_and_servers_come_back() {
    for path in [
        r"C:\", r"C:\a", r"c:\a\", r"C:\a\\b", r"C:\..\a", r"C:\%41 é#?", r"C:\a:b", r"C:/a\b", r"\\?\C:\a",
        r"\\server\share", r"\\server\share\a", r"\\server\", r"\\server\share\..\a", r"\\?\UNC\server\share\a",
        r"\\?\unc\server\share\a", r"//?/Unc/server/share", r"\\localhost\c|\a", r"\\10.0.0.1\c$\a",
        r"\\localhost\c$\a", r"\\LOCALHOST\share", r"//server/share",
    ] {
        assert!(windows_comes_back(path).unwrap(), "{path} is refused");
    }
}

#[test]
fn what_is_no_path_of_a_file_is_refused() {
    use FileError::*;
    for (path, error) in [
        ("", Relative),
        ("a", Relative),
        (r"\a", Relative),
        ("/a", Relative),
        ("C:", Relative),
        ("C:a", Relative),
        (r"1:\a", Relative),
        (r"CC:\a", Relative),
        (r"\\server", Relative),
        (r"\\", Relative),
        (r"\\.\COM1", Device),
        (r"\\?\Volume{0}\a", Device),
        (r"\\?\C:", Device),
        (r"\\?\GLOBALROOT\a", Device),
        (r"\\?\unc", Device),
        (r"\\?\UNCé\a", Device),
        (r"\\?\unc\server", Relative),
        (r"\\\a", Host),
        (r"\\ser ver\a", Host),
        (r"\\a@b\c", Host),
        (r"\\h:80\c", Host),
        (r"\\%41\c", Host),
        (r"\\localhost\C:\a", Host),
        ("C:\\a\0", Nul),
        ("\\\\h\\a\0", Nul),
    ] {
        assert_eq!(from_windows(path), Err(error), "{path:?}");
    }
    for (uri, error) in [
        ("http:///a", Scheme),
        ("files:/a", Scheme),
        ("file://u@/a", Authority),
        ("file://:80/a", Authority),
        ("file://:/a", Authority),
        ("file://h/a", Authority),
        ("file:///a?", Query),
        ("file:///a?q", Query),
        ("file:a", Relative),
        ("file:", Relative),
        ("file://", Relative),
        ("file:///a%2Fb", Separator),
        ("file:///%00", Nul),
        ("file:///%FF", Utf8),
    ] {
        assert_eq!(to_posix(&Uri::parse(uri).unwrap()), Err(error), "{uri}");
    }
    for (uri, error) in [
        ("http:///C:/a", Scheme),
        ("file://u@/C:/a", Authority),
        ("file://h:1/a", Authority),
        ("file:///C:/a?q", Query),
        ("file:///a", Relative),
        ("file:///C:", Relative),
        ("file:C:a", Relative),
        ("file://", Relative),
        ("file:///CC%3A/a", Relative),
        ("file:///C%3A", Relative),
        ("http://C:/a", Scheme),
        ("file://CC:/a", Authority),
        ("file://C:80/a", Authority),
        ("file://u@C:/a", Authority),
        ("file:///C:/a%5Cb", Separator),
        ("file:///C:/a%2fb", Separator),
        ("file://h%5C/a", Separator),
        ("file:///C:/%00", Nul),
        ("file:///C:/%C3", Utf8),
        ("file://%FF/a", Utf8),
    ] {
        assert_eq!(to_windows(&Uri::parse(uri).unwrap()), Err(error), "{uri}");
    }
}

/// Spellings that other programs write: RFC 8089 appendix E lists most of them. The errors say what to write instead.
#[test]
fn other_spellings_of_windows_paths_are_named() {
    use FileError::*;
    for (uri, error, instead) in [
        ("file:c:/x", DriveWithoutSlash, "file:///c:/x"),
        ("file:C:/", DriveWithoutSlash, "file:///c:/x"),
        ("file://c:/x", DriveAsHost, "file:///c:/x"),
        ("file://C:/x#top", DriveAsHost, "file:///c:/x"),
        ("file:///c%3A/x", EscapedDrive, "file:///c:/x"),
        ("file:/C%3a/", EscapedDrive, "file:///c:/x"),
        ("file:c%3A/x", EscapedDrive, "file:///c:/x"),
        ("file://localhost/c%3A/x", EscapedDrive, "file:///c:/x"),
        ("file:///c|/x", DriveWithBar, "file:///c:/x"),
        ("file:///C%7c/x", DriveWithBar, "file:///c:/x"),
        ("file:c|/x", DriveWithBar, "file:///c:/x"),
        ("file:////server/share", ServerInPath, "file://server/share"),
        ("file://///server/share", ServerInPath, "file://server/share"),
    ] {
        let parsed = Uri::parse_lenient(uri).unwrap();
        assert_eq!(to_windows(&parsed), Err(error), "{uri}");
        assert!(error.to_string().contains(&format!("as in {instead:?}")), "{error}");
        assert!(to_windows(&Uri::parse(instead).unwrap()).is_ok(), "{instead}");
    }
    // To POSIX, names such as "c%3A" and "//server" are names like others.
    for (uri, path) in
        [("file:///c%3A/x", "/c:/x"), ("file:///c%7C/x", "/c|/x"), ("file:////server/share", "//server/share")]
    {
        assert_eq!(to_posix(&Uri::parse(uri).unwrap()).as_deref(), Ok(path), "{uri}");
    }
}

#[test]
fn fragments_and_the_local_host_are_passed_over() {
    assert_eq!(to_posix(&Iri::parse("FILE://LocalHost/é%20#top").unwrap()).as_deref(), Ok("/é "));
    assert_eq!(to_posix(&Uri::parse("file:/a").unwrap()).as_deref(), Ok("/a"));
    assert_eq!(to_windows(&Uri::parse("file:/c:/a#top").unwrap()).as_deref(), Ok(r"c:\a"));
    assert_eq!(to_windows(&Uri::parse("file://localhost/C:/a").unwrap()).as_deref(), Ok(r"C:\a"));
    assert_eq!(to_windows(&Uri::parse("file://h%C3%A9/s").unwrap()).as_deref(), Ok("\\\\h\u{E9}\\s"));
}

/// What is shown is an identifier, has no password, and is otherwise the same; or hides what it was asked to.
fn redaction_hides<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let parts = value.parts();
    let without_password = parts.userinfo.map(|userinfo| match userinfo.split_once(':') {
        Some((user, _password)) => format!("{user}:***"),
        None => userinfo.to_string(),
    });
    for (userinfo, query) in [(false, false), (false, true), (true, false), (true, true)] {
        let redacted = value.redacted_with(Redaction::new().userinfo(userinfo).query(query));
        let shown = redacted.to_string();
        let expected = Parts {
            userinfo: match &without_password {
                Some(_) if userinfo => Some("***"),
                shown => shown.as_deref(),
            },
            query: if query { parts.query.map(|_| "***") } else { parts.query },
            ..parts
        };
        let again = Ri::<&str, A, F>::parse(&shown);
        prop_assert!(again.is_ok(), "{shown:?} does not parse");
        prop_assert_eq!(again.unwrap().parts(), expected);
        prop_assert_eq!(format!("{redacted:?}"), format!("{shown:?}"));
    }
    prop_assert_eq!(value.redacted().to_string(), value.redacted_with(Redaction::default()).to_string());
    Ok(true)
}

#[test]
fn what_is_shown_has_no_password() {
    let secret = (any_valid(), "[a-z]{0,2}:[a-z:]{0,5}").prop_map(|(text, userinfo)| {
        let uri = oneiri::IriRef::parse(&text).unwrap();
        uri.with_userinfo(userinfo.as_str()).map_or(text, |uri| uri.into_string())
    });
    for_all("redaction", prop_oneof![secret, any_valid()], |text| Ok(of_four!(redaction_hides, text)));
    let uri = Uri::parse("ftp://me:secret@h/?token").unwrap();
    for shown in [format!("{}", uri.redacted()), format!("{:?}", uri.redacted()), format!("{:#?}", uri.redacted())] {
        assert!(!shown.contains("secret"), "{shown}");
    }
}
