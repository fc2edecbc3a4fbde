//! What a program knows about a document that the document itself does not say. A format ignores the options that it does not
//! need, so that one value serves all formats.

use oneiri::{HasScheme, Ri, Unicode};

/// A base that references are resolved against.
pub type Base = Ri<String, Unicode, HasScheme>;

/// The options of a format. It ignores those that it does not need.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name of the column or of the field that holds the identifiers.
    pub selected: String,
    /// Further columns that hold identifiers.
    pub also: Vec<String>,
    /// The name of the column or of the field that the output adds.
    pub added: Option<String>,
    /// The byte between fields, if it is not the usual one.
    pub delimiter: Option<u8>,
    /// The base that references are resolved against, unless the document names another one.
    pub base: Option<Base>,
    /// The label of the encoding that a header named, such as `windows-1251`. A byte order mark is
    /// stronger, and what a page itself declares is weaker.
    pub encoding: Option<String>,
    /// Whether the document will be repaired: a base or a namespace with characters that have to be
    /// percent-encoded then represents its repaired form, and a prefixed name that this does not make
    /// valid is an error. If the repair of a base or a namespace would be a [guess](crate::certain_repair), what it stands for is
    /// unknown, because the program refuses its declaration.
    pub repairs: bool,
    /// Whether only URIs are valid, because the program refuses an IRI that is not ASCII. What a prefix or a base with such an
    /// IRI stands for is then unknown. With [`repairs`](Self::repairs) its repaired form is a URI.
    pub ascii: bool,
    /// Whether an IRI without a scheme is invalid, because the program refuses it. What a prefix or a base with such an IRI
    /// stands for is then unknown, too.
    pub absolute: bool,
}
