//! Where others are known to answer otherwise, and the sentence of the URL Standard that decides. A difference that no
//! row explains fails the run.

/// A difference. Answers are attributes, a line each; an empty answer says that the text is not a URL.
pub struct Found<'f> {
    pub rival: &'static str,
    /// `href` for parsing.
    pub attribute: &'static str,
    pub value: &'f str,
    /// Our attributes before the setter.
    pub before: &'f str,
    pub ours: &'f str,
    pub theirs: &'f str,
}

pub struct Deviation {
    pub rival: &'static str,
    is: fn(&Found<'_>) -> bool,
    pub reason: &'static str,
}

impl Deviation {
    pub fn explains(&self, found: &Found<'_>) -> bool {
        self.rival == found.rival && (self.is)(found)
    }
}

pub const KNOWN: &[Deviation] = &[];
