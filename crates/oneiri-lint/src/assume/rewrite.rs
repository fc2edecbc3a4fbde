//! How each assumption changes host, path or query of a normal form.

use alloc::string::String;
use alloc::vec::Vec;

use super::pairs::spelled_name;

/// Sorts the pairs by their names. Pairs of the same name keep their order.
pub(super) fn in_order(query: &str) -> String {
    let mut pairs: Vec<&str> = query.split('&').collect();
    pairs.sort_by_key(|pair| spelled_name(pair));
    pairs.join("&")
}

/// Removes `www.` from the beginning of a name. At least two labels have to be left, and the last of
/// them must not be a number, because then the rest could be an IP address.
pub(super) fn without_www(mut host: &str) -> &str {
    while let Some(rest) = host.strip_prefix("www.") {
        let name = rest.strip_suffix('.').unwrap_or(rest);
        let last = name.rsplit_once('.').map(|(_, last)| last);
        match last {
            Some(last) if !last.bytes().all(|byte| byte.is_ascii_digit()) => host = rest,
            _ => break,
        }
    }
    host
}

/// The names of files that many servers show for their folder.
const INDEXES: [&str; 10] = [
    "index.html", "index.htm", "index.php", "index.asp", "index.aspx", "index.jsp", "default.html", "default.htm",
    "default.asp", "default.aspx",
];

/// Removes the slash at the end of a path, the name of an index file there, or both, as long as
/// there is one. The slash of the root stays, and so do several slashes at the end.
pub(super) fn shortened(mut path: &str, slash: bool, index: bool) -> &str {
    loop {
        let shorter = match path.rsplit_once('/') {
            Some((before, "")) if slash && !before.is_empty() && !before.ends_with('/') => before,
            Some((before, last)) if index && INDEXES.contains(&last) => path.get(..=before.len()).unwrap_or(path),
            _ => return path,
        };
        path = shorter;
    }
}

/// Changes ASCII letters to lower case, but not the digits of escapes.
pub(super) fn lower(path: &str) -> String {
    let mut escape = 0;
    let lower = |c: char| {
        escape = if c == '%' { 2 } else { i32::max(escape - 1, -1) };
        if escape >= 0 { c } else { c.to_ascii_lowercase() }
    };
    path.chars().map(lower).collect()
}

/// A path with its drive as `C:`, if it begins with a drive that is spelled otherwise: `/c:/a`, `/C%3A`. What follows the path does
/// not matter.
pub(super) fn with_drive(path: &str) -> Option<String> {
    let letter = path.strip_prefix('/')?.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = path.get(2..)?;
    let rest = rest.strip_prefix(':').or_else(|| rest.strip_prefix("%3A"))?;
    let ends = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    let mut with_drive = String::from("/");
    with_drive.push(letter.to_ascii_uppercase());
    with_drive.push(':');
    with_drive.push_str(rest);
    Some(with_drive).filter(|with_drive| ends && with_drive != path)
}
