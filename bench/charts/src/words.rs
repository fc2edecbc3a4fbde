//! What tasks and lists are called in charts and tables.

/// What a task is called in a chart, and in the table of other libraries.
pub fn title(task: &str) -> Option<&'static str> {
    Some(match task {
        "parse" => "Parse",
        "normalize-scheme" => "Text to normal form",
        "resolve" => "Parse a reference and resolve it",
        "equal-parsed" => "Two parsed spellings: equivalent?",
        "set-host" => "Set the host of a parsed identifier",
        _ => return None,
    })
}

/// A list, without the name of the file that it was made from: `respelled` for `web.txt-respelled`.
pub fn list(corpus: &str) -> &str {
    let made = ["respelled", "mixed"].into_iter().find(|kind| corpus.ends_with(kind));
    made.or(corpus.strip_suffix(".txt")).unwrap_or(corpus)
}

/// The place of a list among the others: lists of URLs by how much there is to do, then IRIs.
pub fn place(corpus: &str) -> usize {
    const LISTS: &[&str] =
        &["web", "mixed", "respelled", "iris", "queries", "addresses", "others", "domains", "long", "segments", "idn"];
    LISTS.iter().position(|name| *name == list(corpus)).unwrap_or(usize::MAX)
}
