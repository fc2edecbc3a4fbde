//! Editing a path by its segments: a segment is data, and is encoded where it is inserted.
//!
//! ```text
//! https://store.example/v1/photos/2024/a%20b.jpg?signed
//! https://store.example/v1/a%2Fb/50%25/what%3F?signed
//! rejected: SegmentDots in the path
//! https://store.example/v1/pictures/archive/2024/ros%C3%A9.jpg?signed
//! parent /v1/pictures/archive/2024, extension jpg
//! ```

use oneiri::{Component, Error, UriBuf};

/// The address of an object in a store. Neither a bucket nor a key can change which part of the path it is.
fn object(bucket: &str, key: &[&str]) -> Result<UriBuf, Error> {
    let mut uri = UriBuf::parse("https://store.example/v1/?signed")?;
    uri.path_mut().push(bucket)?.extend(key)?;
    Ok(uri)
}

pub(crate) fn main() -> Result<(), Error> {
    println!("{}", object("photos", &["2024", "a b.jpg"])?);
    println!("{}", object("a/b", &["50%", "what?"])?);
    // `..` as data cannot be written in a path: `%2E%2E` is the same dot segment once it is normalized.
    if let Err(error) = object("photos", &["..", "secret"]) {
        println!("rejected: {:?} in the {}", error.kind(), error.component().map_or("text", Component::name));
    }

    // One guard for several changes: the query after the path moves once, and a failed change changes nothing.
    let mut uri = object("photos", &["2024", "05", "x.jpg"])?;
    let mut path = uri.path_mut();
    path.replace(1, "pictures")?;
    path.insert(2, "archive")?;
    path.remove(4)?;
    path.pop();
    path.push("rosé.jpg")?;
    assert!(path.extend(["thumbnails", ".."]).is_err());
    drop(path);
    println!("{uri}");

    let path = uri.path();
    println!("parent {}, extension {}", path.parent().unwrap_or_default(), path.extension().unwrap_or_default());
    let last = path.segments().next_back().unwrap_or_default();
    assert_eq!(last.decode()?, "rosé.jpg");
    Ok(())
}
