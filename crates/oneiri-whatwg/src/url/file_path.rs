//! File paths. Each system's rules are functions of texts and bytes, so that all of them are tested on each.

use alloc::string::String;
use std::path::{Path, PathBuf};

use super::Url;
use crate::error::{Error, ErrorKind};
use crate::percent::{PercentEncodeSet, encode_bytes, percent_decode};

impl Url {
    /// The URL of a file, from an absolute path.
    ///
    /// Every byte of a file name that the path of a URL does not hold as itself is percent-encoded: `%`,
    /// `?`, `#`, `|`, and `\` on Unix. A segment `.` is removed. A segment `..` is an error, because the path of a
    /// URL cannot hold it, and without it the path names another file if the folder before it is a link:
    /// `std::fs::canonicalize` removes it truthfully. On Windows, `C:\a` is `file:///C:/a`, and `\\server\share\a` is
    /// `file://server/share/a`; the same with `\\?\` before them.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// # #[cfg(unix)] {
    /// assert_eq!(Url::from_file_path("/a b/100%?")?.href(), "file:///a%20b/100%25%3F");
    /// assert!(Url::from_file_path("a/b").is_err());
    /// assert!(Url::from_file_path("/a/../b").is_err());
    /// # }
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path is relative, or has a segment `..` or a NUL; or, on Windows, it is not Unicode, or names a device or the
    /// server `localhost`.
    pub fn from_file_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        #[cfg(unix)]
        return Self::parse(&from_unix(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))?);
        #[cfg(windows)]
        return from_windows(path.to_str().ok_or_else(|| not_a_file_path(0))?);
    }

    /// The URL of a folder, from an absolute path. Its path ends with a slash, so a text that is joined to it is
    /// in the folder.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// # #[cfg(unix)]
    /// assert_eq!(Url::from_directory_path("/a/b")?.join("c")?.href(), "file:///a/b/c");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`from_file_path`](Self::from_file_path).
    pub fn from_directory_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let mut url = Self::from_file_path(path)?;
        if !url.pathname().ends_with('/') {
            url.rewrite_path_with_slash();
        }
        Ok(url)
    }

    /// The path of the file that a URL names, percent-decoded. The query and the fragment are ignored.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// # #[cfg(unix)] {
    /// let path = Url::parse("file://localhost/a%20b")?.to_file_path()?;
    /// assert_eq!(path, std::path::Path::new("/a b"));
    /// assert!(Url::parse("file://server/a")?.to_file_path().is_err());
    /// assert!(Url::parse("file:///a%2Fb")?.to_file_path().is_err());
    /// # }
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The scheme is not `file`; or the path has an escaped slash or an escaped NUL, which no file name has. On Unix,
    /// the URL has a host. On Windows, it has neither a host nor a drive letter, an escaped backslash, or bytes that are not
    /// UTF-8. The range is one of [`href`](Self::href).
    pub fn to_file_path(&self) -> Result<PathBuf, Error> {
        #[cfg(unix)]
        return to_unix(self).map(|bytes| {
            let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
            PathBuf::from(path)
        });
        #[cfg(windows)]
        return to_windows(self).map(PathBuf::from);
    }

    fn rewrite_path_with_slash(&mut self) {
        let path = String::from(self.pathname());
        self.rewrite_path(|out, _| {
            out.push_str(&path);
            out.push('/');
        });
    }
}

#[cfg(any(windows, test))]
fn not_a_file_path(length: usize) -> Error {
    Error::new(ErrorKind::NotAFilePath, 0..length)
}

/// Refuses the segment `..`: the parser would remove it and the segment before it, which may be a link.
fn without_parents(path: &[u8], is_separator: fn(&u8) -> bool) -> Result<(), Error> {
    let mut start = 0;
    for segment in path.split(is_separator) {
        if segment == b".." {
            return Err(Error::new(ErrorKind::DotSegment, start..start + 2));
        }
        start += segment.len() + 1;
    }
    Ok(())
}

/// Refuses a NUL, because no file has one in its name and [`Url::to_file_path`] refuses it too.
fn without_nul(path: &[u8]) -> Result<(), Error> {
    match path.iter().position(|&byte| byte == 0) {
        Some(at) => Err(Error::new(ErrorKind::NotAFilePath, at..at + 1)),
        None => Ok(()),
    }
}

#[cfg(any(unix, test))]
fn from_unix(path: &[u8]) -> Result<String, Error> {
    if !path.starts_with(b"/") {
        return Err(Error::new(ErrorKind::RelativePath, 0..path.len()));
    }
    without_nul(path)?;
    without_parents(path, |byte| *byte == b'/')?;
    let mut text = String::from("file://");
    for segment in path[1..].split(|byte| *byte == b'/') {
        text.push('/');
        encode_bytes(&mut text, segment, PercentEncodeSet::SEGMENT);
    }
    Ok(text)
}

/// The path without escapes that cannot be decoded.
fn decoded(url: &Url, refused: &[u8]) -> Result<alloc::vec::Vec<u8>, Error> {
    if !url.is_file() {
        return Err(Error::new(ErrorKind::NotAFilePath, 0..url.offsets.scheme_end));
    }
    let path = url.pathname();
    for (at, _) in path.match_indices('%') {
        let escape = path.get(at..at + 3).unwrap_or_default();
        if matches!(*percent_decode(escape), [byte] if refused.contains(&byte)) {
            let at = url.offsets.path_start + at;
            return Err(Error::new(ErrorKind::NotAFilePath, at..at + 3));
        }
    }
    Ok(percent_decode(path).into_owned())
}

#[cfg(any(unix, test))]
fn to_unix(url: &Url) -> Result<alloc::vec::Vec<u8>, Error> {
    let path = decoded(url, b"/\0")?;
    // The parser drops `localhost`, but the scheme can be set to `file` later.
    if !matches!(url.hostname(), "" | "localhost") {
        let host = url.offsets.host_start..url.offsets.host_end;
        return Err(Error::new(ErrorKind::NotAFilePath, host));
    }
    Ok(path)
}

#[cfg(any(windows, test))]
fn from_windows(path: &str) -> Result<Url, Error> {
    let text = path.replace('/', "\\");
    let drive = |text: &str| {
        text.get(..2).is_some_and(crate::scheme::is_normalized_drive_letter) && text[2..].starts_with('\\')
    };
    let verbatim = text.strip_prefix("\\\\?\\");
    let (host, rest) = match verbatim.unwrap_or(&text) {
        rest if drive(rest) => ("", rest),
        rest => {
            let unc = match verbatim {
                Some(_) => rest.strip_prefix("UNC\\"),
                None => rest.strip_prefix("\\\\").filter(|rest| !rest.starts_with(".\\")),
            };
            let Some(unc) = unc else {
                let is_device = verbatim.is_some() || rest.starts_with("\\\\");
                let kind = if is_device { ErrorKind::NotAFilePath } else { ErrorKind::RelativePath };
                return Err(Error::new(kind, 0..path.len()));
            };
            unc.split_once('\\').unwrap_or((unc, ""))
        }
    };
    without_nul(path.as_bytes())?;
    without_parents(path.as_bytes(), |byte| matches!(byte, b'/' | b'\\'))?;
    let mut href = String::from("file://");
    encode_bytes(&mut href, host.as_bytes(), PercentEncodeSet::SEGMENT);
    for (index, segment) in rest.split('\\').enumerate() {
        href.push('/');
        let is_drive = index == 0 && host.is_empty();
        let set = if is_drive { PercentEncodeSet::PATH } else { PercentEncodeSet::SEGMENT };
        encode_bytes(&mut href, segment.as_bytes(), set);
    }
    let url = Url::parse(&href).map_err(|_| not_a_file_path(path.len()))?;
    // The parser drops `localhost`, and reads a drive letter as the start of the path.
    if url.hostname().is_empty() != drive(rest) { Err(not_a_file_path(path.len())) } else { Ok(url) }
}

#[cfg(any(windows, test))]
fn to_windows(url: &Url) -> Result<String, Error> {
    let path = decoded(url, b"/\\\0")?;
    let range = url.offsets.path_start..url.offsets.query_start;
    let refused = || Error::new(ErrorKind::NotAFilePath, range.clone());
    let path = String::from_utf8(path).map_err(|_| refused())?.replace('/', "\\");
    match url.hostname() {
        "" if path.get(1..3).is_some_and(crate::scheme::is_normalized_drive_letter)
            && matches!(path.as_bytes().get(3), None | Some(b'\\')) =>
        {
            Ok(String::from(&path[1..]))
        }
        "" => Err(refused()),
        host => Ok(alloc::format!("\\\\{host}{path}")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::string::ToString;

    use super::*;

    fn unix(path: &[u8]) -> String {
        from_unix(path).and_then(|text| Url::parse(&text)).unwrap().to_string()
    }

    #[test]
    fn unix_paths() {
        let rows: [(&[u8], &str); 5] = [
            (b"/", "file:///"),
            (b"//a/", "file:////a/"),
            (b"/a\\b|c?#%41;\n", "file:///a%5Cb%7Cc%3F%23%2541;%0A"),
            (b"/C|/\xFF\xC3\xA9", "file:///C%7C/%FF%C3%A9"),
            (b"/C:/x", "file:///C:/x"),
        ];
        for (path, href) in rows {
            assert_eq!(unix(path), href);
            assert_eq!(to_unix(&Url::parse(href).unwrap()).unwrap(), path);
        }
        assert_eq!(unix(b"/b/./..c/."), "file:///b/..c/");
        for (path, start) in [("/a/../b", 3), ("/..", 1), ("/a/./..", 5)] {
            let error = from_unix(path.as_bytes()).unwrap_err();
            assert_eq!((error.kind(), error.range()), (ErrorKind::DotSegment, start..start + 2));
        }
        let error = from_unix(b"/a\0").unwrap_err();
        assert_eq!((error.kind(), error.range()), (ErrorKind::NotAFilePath, 2..3));
        for path in ["", "a", "./a", "C:\\a"] {
            assert_eq!(from_unix(path.as_bytes()).unwrap_err().kind(), ErrorKind::RelativePath);
        }
        for (href, range) in
            [("http://h/a", 0..4), ("file://h/a", 7..8), ("file:///a%2fb", 9..12), ("file:///a%00", 9..12)]
        {
            let error = to_unix(&Url::parse(href).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.range()), (ErrorKind::NotAFilePath, range), "{href}");
        }
    }

    #[test]
    fn windows_paths() {
        for (path, href, back) in [
            (r"C:\a b\c#", "file:///C:/a%20b/c%23", r"C:\a b\c#"),
            ("c:/a/b", "file:///c:/a/b", r"c:\a\b"),
            (r"\\?\C:\100%", "file:///C:/100%25", r"C:\100%"),
            (r"\\Server\share\x", "file://server/share/x", r"\\server\share\x"),
            (r"\\?\UNC\server\share", "file://server/share", r"\\server\share"),
            (r"C:\", "file:///C:/", r"C:\"),
        ] {
            let url = from_windows(path).unwrap();
            assert_eq!(url.href(), href);
            assert_eq!(to_windows(&url).unwrap(), back);
        }
        for path in ["", "a", r"C:a", r"\a", "C:"] {
            assert_eq!(from_windows(path).unwrap_err().kind(), ErrorKind::RelativePath, "{path}");
        }
        for path in [r"\\.\COM1", r"\\?\Volume{1}\x", r"\\localhost\c$", r"\\d:\x", r"\\a?b\c", r"\\"] {
            assert_eq!(from_windows(path).unwrap_err().kind(), ErrorKind::NotAFilePath, "{path}");
        }
        let error = from_windows("C:\\a\0b").unwrap_err();
        assert_eq!((error.kind(), error.range()), (ErrorKind::NotAFilePath, 4..5));
        for path in [r"C:\a\..\b", "C:/a/../b", r"\\s\a\..\b", r"\\?\C:\.."] {
            assert_eq!(from_windows(path).unwrap_err().kind(), ErrorKind::DotSegment, "{path}");
        }
        for href in ["file:///a", "file:///C:/a%5Cb", "file:///C:/%FF", "http://h/", "file:///CC:/"] {
            assert_eq!(to_windows(&Url::parse(href).unwrap()).unwrap_err().kind(), ErrorKind::NotAFilePath);
        }
    }
}
