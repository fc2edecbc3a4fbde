//! RFC 3986 appendix B, the regular expression, matched by hand:
//!
//! ```text
//! ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//!  12            3  4          5       6  7        8 9
//! ```
//!
//! and the authority of section 3.2, `authority = [ userinfo "@" ] host [ ":" port ]`.

/// The five components, `None` where appendix B says `<undefined>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Five<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

/// The five components of any text whatever.
pub(crate) fn five(text: &str) -> Five<'_> {
    // (([^:/?#]+):)?
    let (run, after) = run_without(text, ":/?#");
    let (scheme, rest) = match after.strip_prefix(':') {
        Some(rest) if !run.is_empty() => (Some(run), rest),
        _ => (None, text),
    };

    // (//([^/?#]*))?
    let (authority, rest) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (run, rest) = run_without(rest, "/?#");
            (Some(run), rest)
        }
        None => (None, rest),
    };

    // ([^?#]*)
    let (path, rest) = run_without(rest, "?#");

    // (\?([^#]*))?
    let (query, rest) = match rest.strip_prefix('?') {
        Some(rest) => {
            let (run, rest) = run_without(rest, "#");
            (Some(run), rest)
        }
        None => (None, rest),
    };

    // (#(.*))?
    let fragment = rest.strip_prefix('#');

    Five { scheme, authority, path, query, fragment }
}

/// `[^...]*` and what follows it.
fn run_without<'a>(text: &'a str, excluded: &str) -> (&'a str, &'a str) {
    let end = text.find(|c| excluded.contains(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// RFC 3986 section 5.3: component recomposition, word for word.
pub(crate) fn recompose(
    scheme: Option<&str>,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> String {
    // result = ""
    let mut result = String::new();

    // if defined(scheme) then append scheme to result; append ":" to result;
    if let Some(scheme) = scheme {
        result.push_str(scheme);
        result.push(':');
    }

    // if defined(authority) then append "//" to result; append authority to result;
    if let Some(authority) = authority {
        result.push_str("//");
        result.push_str(authority);
    }

    // append path to result;
    result.push_str(path);

    // if defined(query) then append "?" to result; append query to result;
    if let Some(query) = query {
        result.push('?');
        result.push_str(query);
    }

    // if defined(fragment) then append "#" to result; append fragment to result;
    if let Some(fragment) = fragment {
        result.push('#');
        result.push_str(fragment);
    }

    result
}

/// The seven components. A host is defined exactly when there is an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seven {
    pub(crate) scheme: Option<String>,
    pub(crate) userinfo: Option<String>,
    pub(crate) host: Option<String>,
    pub(crate) port: Option<String>,
    pub(crate) path: String,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
}

/// The seven components of a text that the grammar accepts.
pub(crate) fn seven(text: &str) -> Seven {
    let five = five(text);
    let (userinfo, host, port) = match five.authority {
        Some(authority) => {
            let (userinfo, host, port) = self::authority(authority);
            (userinfo, Some(host), port)
        }
        None => (None, None, None),
    };
    Seven {
        scheme: five.scheme.map(String::from),
        userinfo: userinfo.map(String::from),
        host: host.map(String::from),
        port: port.map(String::from),
        path: five.path.to_string(),
        query: five.query.map(String::from),
        fragment: five.fragment.map(String::from),
    }
}

/// `authority = [ userinfo "@" ] host [ ":" port ]` of an authority that the grammar accepts: neither a host nor
/// a port holds `@`, and only a host in brackets holds `:`.
fn authority(text: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = match text.split_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, text),
    };
    let host_end = if rest.starts_with('[') {
        rest.find(']').map_or(rest.len(), |bracket| bracket + 1)
    } else {
        rest.find(':').unwrap_or(rest.len())
    };
    let (host, rest) = rest.split_at(host_end);
    (userinfo, host, rest.strip_prefix(':'))
}

impl Seven {
    /// The authority, put together again as section 3.2 writes it.
    pub(crate) fn authority(&self) -> Option<String> {
        let host = self.host.as_ref()?;
        let userinfo = self.userinfo.as_ref().map_or(String::new(), |it| format!("{it}@"));
        let port = self.port.as_ref().map_or(String::new(), |it| format!(":{it}"));
        Some(format!("{userinfo}{host}{port}"))
    }

    pub(crate) fn recompose(&self) -> String {
        recompose(
            self.scheme.as_deref(),
            self.authority().as_deref(),
            &self.path,
            self.query.as_deref(),
            self.fragment.as_deref(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_appendix_b() {
        let text = "http://www.ics.uci.edu/pub/ietf/uri/#Related";
        let expected = Five {
            scheme: Some("http"),
            authority: Some("www.ics.uci.edu"),
            path: "/pub/ietf/uri/",
            query: None,
            fragment: Some("Related"),
        };
        assert_eq!(five(text), expected);
    }

    #[test]
    fn undefined_is_not_empty() {
        assert_eq!(five(":a").scheme, None);
        assert_eq!(five("/a:b").scheme, None);
        assert_eq!(five("?a:b").query, Some("a:b"));
        assert_eq!(five("foo://?#").authority, Some(""));
        assert_eq!(five("foo:?#").query, Some(""));
        assert_eq!(five("a#b?c#d").fragment, Some("b?c#d"));
        assert_eq!(five("a#b?c#d").query, None);
    }

    #[test]
    fn an_authority_has_three_parts() {
        assert_eq!(authority("a:b:c@h:80"), (Some("a:b:c"), "h", Some("80")));
        assert_eq!(authority("[::1]:8080"), (None, "[::1]", Some("8080")));
        assert_eq!(authority("[::1]"), (None, "[::1]", None));
        assert_eq!(authority(":@"), (Some(":"), "", None));
        assert_eq!(authority("@:"), (Some(""), "", Some("")));
        assert_eq!(authority(""), (None, "", None));
    }

    #[test]
    fn recomposing_the_split_gives_the_text() {
        for text in ["", "?", "#", "//", "//@:", "foo:////", "http://u:p@[::1]:080/a//b?c?d#e?f", "://", "a:b:c"] {
            assert_eq!(seven(text).recompose(), text);
        }
    }
}
