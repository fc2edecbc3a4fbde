//! File paths: makes `file:` URIs of POSIX and Windows paths, and reads them back without surprises.
//!
//! ```text
//! /home/ada/50% #1.txt      file:///home/ada/50%25%20%231.txt
//! /srv/rosé                 file:///srv/ros%C3%A9
//! C:\Program Files\a+b      file:///C:/Program%20Files/a+b
//! \\server\share\x y        file://server/share/x%20y
//! rejected file://evil.example/etc/passwd: Authority
//! rejected file:///home/ada/..%2Froot: Separator
//! rejected file:///a?b: Query
//! rejected http://h/a: Scheme
//! ```

use oneiri::{Uri, file};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Every character that means something in a URI is escaped: the path comes back as it was.
    for path in ["/home/ada/50% #1.txt", "/srv/rosé"] {
        let uri = file::from_posix(path)?;
        println!("{path:<25} {uri}");
        assert_eq!(file::to_posix(&uri)?, path);
    }
    for path in [r"C:\Program Files\a+b", r"\\server\share\x y"] {
        let uri = file::from_windows(path)?;
        println!("{path:<25} {uri}");
        assert_eq!(file::to_windows(&uri)?, path);
    }
    // A relative path has no URI of its own.
    assert_eq!(file::from_posix("notes.txt"), Err(file::FileError::Relative));

    // A URI from elsewhere may name another machine, or hide a separator.
    for text in ["file://evil.example/etc/passwd", "file:///home/ada/..%2Froot", "file:///a?b", "http://h/a"] {
        match file::to_posix(&Uri::parse(text)?) {
            Ok(path) => println!("open     {path}"),
            Err(error) => println!("rejected {text}: {error:?}"),
        }
    }
    Ok(())
}
