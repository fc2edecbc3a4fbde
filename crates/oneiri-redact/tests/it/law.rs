//! The law of all texts, which `fuzz/` calls, too.

use oneiri_redact::Redactor;

/// A text for each byte, with all that URLs and logs are made of.
const PIECES: [&str; 64] = [
    " ", "\n", "\t", "\"", "'", "<", ">", "`", "(", ")", "[", "]", "{", "}", "|", "\\", "/", "//", ":", "://", "@",
    "?", "#", "&", ";", "=", "%", "%25", "%3A", "%2F", "%3F", "%26", "%3D", "%40", r"\u0026", r"\/", r"\x3f", "+", ".",
    ",", "!", "~", "a", "b1", "http", "https", "ftp", "ws", "redis", "x", "token", "page", "code=", "?key=", "&sig=",
    ";jsessionid=", "#id_token=", "http://u:p@", "80", "é", "\u{0}", "-", "_", "$",
];

/// What may be before a secret, which begins after it.
const BEFORE: [&str; 24] = [
    "http://u:", "redis://:", " //u:", " HTTPS:/u:", r"http:\\u:", r"http:\/\/u:", " http:u:", "a://u:p:",
    "http://u:a/b", "?token=", "/x?a=1&code=", "#access_token=", "/?access%5Ftoken=", "?u=%2F%3Fsig%3D",
    "?a=b&amp;key=", r"?a=b\u0026Pwd=", "?user[password]=", "?a%5Bapi-key%5D=", " /a;jsessionid=", "http://u:p@ss:",
    "http://h;jsessionid=", "?a=http://u:p@s%21", "http://h/?x=?token=", "?u=https%3A%2F%2Fu%3A",
];

/// Whatever the pieces in which a log comes: the same is hidden, everything else is kept, and no secret that
/// stands among random text is shown.
///
/// # Panics
///
/// If the law is broken.
pub(crate) fn redact(data: &[u8]) {
    let [size, longest, nth, at, ref rest @ ..] = *data else { return };
    let strict = Redactor::show_only(["page", "x"]);
    let nth = usize::from(nth) % BEFORE.len();
    let before = BEFORE[nth].to_ascii_lowercase();
    let is_userinfo = before.ends_with(['u', 'p', 'b', ':']) || before.contains("p@s") || nth < 9;
    let after = if is_userinfo {
        "@h/"
    } else if nth == BEFORE.len() - 1 {
        "%40h"
    } else {
        ""
    };
    let noise: Vec<&str> = rest.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect();
    let (before, behind) = noise.split_at(usize::from(at) % (noise.len() + 1));
    let log = [&before.concat(), BEFORE[nth], "q9Z", "~", "q9Z", after, &behind.concat()].concat();
    for redactor in [Redactor::new(), strict] {
        for text in [log.as_bytes(), rest] {
            let whole = redactor.redact_bytes(text);
            kept(text, &whole);
            let longest = 2 + usize::from(longest) * 4;
            let cut = |size: usize, longest| {
                let (mut out, mut stream) = (Vec::new(), redactor.stream());
                if let Some(longest) = longest {
                    stream = stream.with_longest(longest);
                }
                let mut put = |piece: &[u8]| out.extend_from_slice(piece);
                text.chunks(size).for_each(|piece| stream.push(piece, &mut put));
                stream.finish(&mut put);
                out
            };
            let size = 1 + usize::from(size % 64);
            assert!(cut(size, None) == *whole, "in pieces of {size}: {}", text.escape_ascii());
            let all = cut(text.len().max(1), Some(longest));
            assert!(cut(size, Some(longest)) == all, "cut at {longest}: {}", text.escape_ascii());
            kept(text, &all);
            let part = cut(size, Some(longest.max(LONGEST)));
            let is_shown = String::from_utf8_lossy(&part).contains("q9Z");
            assert!(!is_shown || text == rest, "cut: {}", text.escape_ascii());
        }
        let shown = redactor.redact_bytes(log.as_bytes());
        assert!(!String::from_utf8_lossy(&shown).contains("q9Z"), "{log:?}: {}", shown.escape_ascii());
    }
}

/// In shorter pieces, what leads to a secret has no place.
const LONGEST: usize = 64;

/// What a query is made of, which does not end before white space.
const PARTS: [&str; 45] = [
    "\"", "<", "`", "=\"x\"", "&#x3D;", "(", ")", "[", "]", "{", "}", "|", "'", "\\", "/", "//", ":", "@", "?", "#",
    "&", ";", "=", "%", "%3A%2F%2F", "%2F", "%26", "%3D", "%40", r"\/", ",", ".", "-", "a", "http:", "http://",
    "(a:b)", "O'Brien", "|S:", "&url=https://e.com", "u:p@h", ":80", "https%3A%2F%2Fe.com%2F", "&page=", "&x=1",
];

/// What may be before the secret that comes last. The last name is longer than a piece of a word that is cut.
const NAMES: [&str; 13] = [
    "&token=",
    "&user[password]=",
    "&access%5Ftoken=",
    "&amp;key=",
    r"\u0026sig=",
    ";code=",
    "&+code=",
    "&x[/token]=",
    "&token&#x3D;",
    "&#38;sig&#61;",
    "&key=\"",
    "&#!/token=",
    "&an_application_of_ours_that_has_a_name_which_nobody_can_read_at_once_and_then_its_password=",
];

/// Whatever is in a query, the value of a secret after it is hidden.
///
/// # Panics
///
/// If the law is broken.
#[allow(dead_code, reason = "the fuzz targets call the other law")]
pub(crate) fn query(data: &[u8]) {
    let [name, open, ref rest @ ..] = *data else { return };
    let open =
        ["/x?a=", "(http://h/?a=", "'http://h/?a=", "|http://h/?page=", "[http://h/#a=", "{/?"][usize::from(open) % 6];
    let name = NAMES[usize::from(name) % NAMES.len()];
    for length in (0..rest.len().min(16)).step_by(3) {
        let parts: String = rest[..length].iter().map(|&byte| PARTS[usize::from(byte) % PARTS.len()]).collect();
        let text = format!("{open}{parts}{name}q9Z~q9Z");
        for redactor in [Redactor::new(), Redactor::show_only(["page", "x"])] {
            for text in [text.clone(), format!("{text}&{}{name}q9Z", &text[1..])] {
                let shown = redactor.redact(&text);
                assert!(!shown.contains("q9Z"), "{text}: {shown}");
                for longest in [64, 100] {
                    let (mut out, mut stream) = (Vec::new(), redactor.stream().with_longest(longest));
                    stream.push(text.as_bytes(), &mut |piece| out.extend_from_slice(piece));
                    stream.finish(&mut |piece| out.extend_from_slice(piece));
                    let shown = String::from_utf8_lossy(&out);
                    assert!(!shown.contains("q9Z"), "cut at {longest}: {text}: {shown}");
                }
            }
        }
    }
}

/// What may be before a password or a token whose `@` may be escaped.
const USERS: [&str; 15] = [
    "?next=https%3A%2F%2Fada%3A12%252F",
    "?next=https%3A%2F%2Fada%3A",
    "?next=https%3A%2F%2Fada%3Ase%252F",
    "?next=https%3A%2F%2Fada%3Ase/",
    "?next=https:%2F%2Fada:",
    "?u=redis:%2F%2Fu:",
    "/redirect?//u:",
    "redis://:12/",
    "http://ada:/",
    "http://ada:123456/",
    "?u=https%3A%2F%2Fghp_",
    "https://sk_live_",
    "?u=%2F%2Fu%3A",
    r"http:\/\/u:",
    "u=https%3A%2F%2Fu%3A",
];

/// Passwords are hidden in each spelling, whatever comes after them.
///
/// # Panics
///
/// If the law is broken.
#[allow(dead_code, reason = "the fuzz targets call the other law")]
pub(crate) fn password(data: &[u8]) {
    let [user, at, ref rest @ ..] = *data else { return };
    let user = USERS[usize::from(user) % USERS.len()];
    let at = ["@h", "%40h", r"\u0040h", "&#64;h", "%2540h"][usize::from(at) % 5];
    let parts: String = rest.iter().take(8).map(|&byte| PARTS[usize::from(byte) % PARTS.len()]).collect();
    for end in ["", "/", "%2F", "&x=1", &parts] {
        let text = format!("{user}q9Z~q9Z{at}{end}");
        for redactor in [Redactor::new(), Redactor::show_only(["page", "u", "next"])] {
            let shown = redactor.redact(&text);
            assert!(!shown.contains("q9Z"), "{text}: {shown}");
        }
    }
}

/// All but the secrets is there, in its order.
fn kept(given: &[u8], shown: &[u8]) {
    let find =
        |bytes: &[u8], part: &[u8]| bytes.windows(part.len().max(1)).position(|it| part.is_empty() || it == part);
    if find(given, b"*").is_some() {
        return;
    }
    let (mut rest, mut shown, mut is_first) = (given, shown, true);
    while let Some(at) = find(shown, b"***") {
        let part = &shown[..at];
        let found = if is_first {
            rest.starts_with(part).then_some(0)
        } else if part.is_empty() {
            Some(0)
        } else {
            find(rest, part)
        };
        let found =
            found.unwrap_or_else(|| panic!("{} is not in its place: {}", part.escape_ascii(), given.escape_ascii()));
        (rest, shown, is_first) = (&rest[found + part.len()..], &shown[at + 3..], false);
    }
    assert!(if is_first { rest == shown } else { rest.ends_with(shown) }, "{}", given.escape_ascii());
}
