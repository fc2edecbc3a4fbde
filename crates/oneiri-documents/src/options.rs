//! What a caller says about a document. A field that a format does not need is ignored, so that one value serves all formats.

use oneiri::{HasScheme, Ri, Unicode};

/// A base that references are resolved against.
pub type Base = Ri<String, Unicode, HasScheme>;

/// What a format is made with. What it does not need is ignored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name of the column or of the field that holds the identifiers.
    pub selected: String,
    /// Further columns that hold identifiers.
    pub also: Vec<String>,
    /// The name of the column or of the field that the output adds.
    pub added: Option<String>,
    /// The byte between fields, if it is another one than usual.
    pub delimiter: Option<u8>,
    /// What references are resolved against, unless the document names another base.
    pub base: Option<Base>,
    /// The label of the encoding that a header named, such as `windows-1251`. A byte order mark is
    /// stronger, and what a page itself declares is weaker.
    pub encoding: Option<String>,
    /// Whether the document will be repaired: a base or a namespace with characters that have to be
    /// percent-encoded then represents its repaired form, and a prefixed name that this does not make
    /// valid is an error.
    pub repairs: bool,
}
