//! The assumptions with their names, their versions, and what they say.

/// A named assumption. What it does is frozen: a change gets a new version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "`says` has a sentence for each")]
pub enum Assumption {
    Trackers,
    QueryOrder,
    Https,
    Www,
    Slash,
    Index,
    Case,
    Drive,
}

impl Assumption {
    /// All assumptions, in the order in which they are named.
    pub const ALL: [Self; 8] =
        [Self::Trackers, Self::QueryOrder, Self::Https, Self::Www, Self::Slash, Self::Index, Self::Case, Self::Drive];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trackers => "trackers",
            Self::QueryOrder => "query-order",
            Self::Https => "https",
            Self::Www => "www",
            Self::Slash => "slash",
            Self::Index => "index",
            Self::Case => "case",
            Self::Drive => "drive",
        }
    }

    /// The assumption with a name, which may have its version.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| [it.name(), it.versioned()].contains(&name))
    }

    /// The name with the version.
    #[must_use]
    pub fn versioned(self) -> &'static str {
        match self {
            Self::Trackers => "trackers@1",
            Self::QueryOrder => "query-order@1",
            Self::Https => "https@1",
            Self::Www => "www@1",
            Self::Slash => "slash@1",
            Self::Index => "index@1",
            Self::Case => "case@1",
            Self::Drive => "drive@1",
        }
    }

    /// What is assumed, as a sentence without a full stop.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Self::Trackers => "query parameters of trackers do not change the page",
            Self::QueryOrder => "the order of query parameters with different names does not matter",
            Self::Https => "http and https without a port lead to the same page",
            Self::Www => "the host with www. and without it is the same site",
            Self::Slash => "a slash at the end of the path does not matter",
            Self::Index => "index.html and similar names stand for their folder",
            Self::Case => "the server ignores the case of ASCII letters in paths",
            Self::Drive => "c%3A and C: at the beginning of a file path are the same drive",
        }
    }

    /// What the assumption does, in a few words.
    #[must_use]
    pub fn does(self) -> &'static str {
        match self {
            Self::Trackers => "Ignores query parameters of trackers",
            Self::QueryOrder => "Ignores the order of query parameters",
            Self::Https => "Takes http and https without a port as one",
            Self::Www => "Takes www.HOST and HOST as one",
            Self::Slash => "Ignores a slash at the end of the path",
            Self::Index => "Takes index.html and the like as its folder",
            Self::Case => "Ignores letter case in the path",
            Self::Drive => "Takes file:///c%3A/ and file:///C:/ as one",
        }
    }

    /// When the assumption is wrong: a clause after "if".
    #[must_use]
    pub fn risks(self) -> &'static str {
        match self {
            Self::Trackers => "a site gives a parameter of this name a meaning of its own",
            Self::QueryOrder => "a program reads its parameters in their order",
            Self::Https => "the server answers http and https differently",
            Self::Www => "the two names belong to different servers or owners",
            Self::Slash => "the path without the slash is another file, or relative references in the page count",
            Self::Index => "the folder shows another page than the file",
            Self::Case => "the server tells /A from /a, as most servers on Unix do, or the path has identifiers",
            Self::Drive => "the files are on a system where C: and c%3A name two folders",
        }
    }

    /// The place among [`ALL`](Self::ALL).
    #[must_use]
    pub fn nth(self) -> usize {
        self as usize
    }
}
