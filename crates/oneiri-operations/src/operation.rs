//! The operations, and the table that says what each is called in each binding.

/// An operation. The number never changes, because programs that call C have it compiled in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the table has a sentence for each")]
pub enum Operation {
    Check = 0,
    Normalize = 1,
    NormalizeSteps = 2,
    Resolve = 3,
    Relativize = 4,
    ToUri = 5,
    ToIri = 6,
    Set = 7,
    ParseLenient = 8,
    Encode = 9,
    Decode = 10,
    DecodeText = 11,
    Explain = 12,
    Lint = 13,
    WhatwgHref = 14,
    Fix = 15,
    Rung = 16,
    Build = 17,
    Parse = 18,
    IsValid = 19,
    Fingerprint = 20,
    Redact = 21,
    RedactText = 22,
    Htu = 23,
    Drive = 24,
}

impl Operation {
    /// The number of the operation.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The operation with a number.
    ///
    /// ```
    /// use oneiri_operations::Operation;
    ///
    /// assert_eq!(Operation::of_number(1), Some(Operation::Normalize));
    /// assert_eq!(Operation::of_number(-1), None);
    /// ```
    #[must_use]
    pub const fn of_number(number: i32) -> Option<Self> {
        // Not by the table, whose sentences would then be a part of the WebAssembly module.
        Some(match number {
            0 => Self::Check,
            1 => Self::Normalize,
            2 => Self::NormalizeSteps,
            3 => Self::Resolve,
            4 => Self::Relativize,
            5 => Self::ToUri,
            6 => Self::ToIri,
            7 => Self::Set,
            8 => Self::ParseLenient,
            9 => Self::Encode,
            10 => Self::Decode,
            11 => Self::DecodeText,
            12 => Self::Explain,
            13 => Self::Lint,
            14 => Self::WhatwgHref,
            15 => Self::Fix,
            16 => Self::Rung,
            17 => Self::Build,
            18 => Self::Parse,
            19 => Self::IsValid,
            20 => Self::Fingerprint,
            21 => Self::Redact,
            22 => Self::RedactText,
            23 => Self::Htu,
            24 => Self::Drive,
            _ => return None,
        })
    }

    /// The operation with a name.
    ///
    /// ```
    /// use oneiri_operations::Operation;
    ///
    /// assert_eq!(Operation::of_name("to_uri"), Some(Operation::ToUri));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.operation)
    }

    /// The row of the operation.
    #[must_use]
    pub const fn row(self) -> &'static Row {
        // A test holds that the rows are in the order of the numbers.
        &TABLE[self as usize]
    }
}

/// What an operation is, and what each binding calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The operation.
    pub operation: Operation,
    /// The name in lower case with underscores: that of Python, and the base of the names in SQL.
    pub name: &'static str,
    /// The parameters: first the texts, and then the options.
    pub parameters: &'static [Parameter],
    /// What the result is.
    pub result: Kind,
    /// One sentence about the operation.
    pub sentence: &'static str,
    /// The section that defines the operation; empty if there is none.
    pub section: &'static str,
    /// What the bindings call the operation.
    pub faces: Faces,
}

impl Row {
    /// The number of texts that the operation takes.
    #[must_use]
    pub const fn texts(&self) -> usize {
        let mut count = 0;
        while count < self.parameters.len() && self.parameters[count].is_text() {
            count += 1;
        }
        count
    }
}

/// A parameter of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their names say it")]
pub enum Parameter {
    Text,
    Reference,
    Base,
    Target,
    A,
    B,
    /// The characters that are not encoded.
    Safe,
    /// The value of a component.
    Value,
    Rung,
    Steps,
    Hash,
    /// The component that is set.
    Component,
    /// The lints that are checked.
    Profile,
}

impl Parameter {
    /// The name of the parameter in SQL and in Python.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Reference => "reference",
            Self::Base => "base",
            Self::Target => "target",
            Self::A => "a",
            Self::B => "b",
            Self::Safe => "safe",
            Self::Value => "value",
            Self::Rung => "rung",
            Self::Steps => "steps",
            Self::Hash => "hash",
            Self::Component => "component",
            Self::Profile => "profile",
        }
    }

    /// Whether the parameter is a text, and not an option.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Rung | Self::Steps | Self::Hash | Self::Component | Self::Profile)
    }
}

/// What the result of an operation is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their names say it")]
pub enum Kind {
    Text,
    Octets,
    Boolean,
    Error,
    Parts,
    Rung,
    Verdict,
    Findings,
    Fingerprint,
}

impl Kind {
    /// The name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Octets => "octets",
            Self::Boolean => "boolean",
            Self::Error => "error",
            Self::Parts => "parts",
            Self::Rung => "rung",
            Self::Verdict => "verdict",
            Self::Findings => "findings",
            Self::Fingerprint => "fingerprint",
        }
    }
}

/// What the bindings call an operation. `None` is a gap: the binding does not have the operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Faces {
    /// The constant for `oneiri_apply`, or a function of its own.
    pub c: Option<&'static str>,
    /// What the C header says about the constant: what `other` and `option` are. Empty for a function.
    pub c_comment: &'static str,
    /// The function of the JavaScript package.
    pub javascript: Option<&'static str>,
    /// The function for one value in Python.
    pub python: Option<&'static str>,
    /// The function for columns: Arrow, pandas and Polars.
    pub column: Option<&'static str>,
    /// The function of SQL: DataFusion, DuckDB and Spark.
    pub sql: Option<&'static str>,
}

/// All operations, in the order of their numbers.
pub static TABLE: [Row; 25] = {
    use Parameter as P;
    const fn row(operation: Operation, name: &'static str, parameters: &'static [Parameter], result: Kind) -> Row {
        let faces = Faces { c: None, c_comment: "", javascript: None, python: None, column: None, sql: None };
        Row { operation, name, parameters, result, sentence: "", section: "", faces }
    }
    [
        row(Operation::Check, "why_not", &[P::Text], Kind::Error)
            .about("Why a text is invalid: the position, what was expected, and what was found.", "")
            .c_constant(
                "ONEIRI_CHECK",
                "Parses `text`. The result is empty; for an invalid text it is the sentence that says why.",
            )
            .javascript("parse")
            .python("parse")
            .columns("why_not")
            .sql("oneiri_why_not"),
        row(Operation::Normalize, "normalize", &[P::Text, P::Rung], Kind::Text)
            .about("The normal form at a rung.", "RFC 3986 section 6.2")
            .c_constant(
                "ONEIRI_NORMALIZE",
                "The normal form of `text`. `option` is the rung: `ONEIRI_RUNG_SCHEME`, or another.",
            )
            .javascript("normalize")
            .python("normalize")
            .columns("normalize")
            .sql("oneiri_normalize"),
        row(Operation::NormalizeSteps, "normalize_steps", &[P::Text, P::Steps], Kind::Text)
            .about(
                "The normal form by the steps that you choose: case, escapes or dot segments.",
                "RFC 3986 section 6.2.2",
            )
            .c_constant(
                "ONEIRI_NORMALIZE_STEPS",
                "Some steps of syntax-based normalization. `option` is a sum of `ONEIRI_STEP_...`.",
            )
            .python("Identifier.normalize_steps")
            .columns("normalize_steps")
            .sql("oneiri_normalize_steps"),
        row(Operation::Resolve, "resolve", &[P::Base, P::Reference], Kind::Text)
            .about("The target of a reference, resolved against a base.", "RFC 3986 section 5")
            .c_constant(
                "ONEIRI_RESOLVE",
                "Resolves the reference `other` against the base `text` (RFC 3986 section 5). The base needs a scheme.",
            )
            .javascript("resolve")
            .python("resolve")
            .columns("resolve")
            .sql("oneiri_resolve"),
        row(Operation::Relativize, "relativize", &[P::Base, P::Target], Kind::Text)
            .about("The shortest reference that leads from a base to a target.", "RFC 3986 section 5")
            .c_constant(
                "ONEIRI_RELATIVIZE",
                "The shortest reference that leads from the base `text` to the target `other`. Both need a scheme.",
            )
            .javascript("relativize")
            .python("relativize"),
        row(Operation::ToUri, "to_uri", &[P::Text], Kind::Text)
            .about("The URI of an IRI.", "RFC 3987 section 3.1")
            .c_constant(
                "ONEIRI_TO_URI",
                "Converts an IRI to a URI (RFC 3987 section 3.1). `grammar` is that of the IRI.",
            )
            .javascript("toUri")
            .python("to_uri")
            .columns("to_uri")
            .sql("oneiri_to_uri"),
        row(Operation::ToIri, "to_iri", &[P::Text], Kind::Text)
            .about("The IRI of a URI.", "RFC 3987 section 3.2")
            .c_constant(
                "ONEIRI_TO_IRI",
                "Converts a URI to an IRI (RFC 3987 section 3.2). `grammar` is that of the URI.",
            )
            .javascript("toIri")
            .python("to_iri")
            .columns("to_iri")
            .sql("oneiri_to_iri"),
        row(Operation::Set, "set", &[P::Text, P::Value, P::Component], Kind::Text)
            .about("The text with another value for one component.", "")
            .c_constant(
                "ONEIRI_SET",
                "Replaces one component of `text` by `other`, or removes it if `other` is a null pointer. `option` is the\n\
                 component: `ONEIRI_SCHEME` to `ONEIRI_AUTHORITY`. If `ONEIRI_REPAIR` is added to it, characters that are not\n\
                 allowed become escapes. A scheme cannot be removed, and a path without a value becomes empty.",
            )
            .javascript("Identifier.with")
            .python("Identifier.with_host"),
        row(Operation::ParseLenient, "parse_lenient", &[P::Text], Kind::Text)
            .about("The identifier that an invalid text probably means, with escapes for characters that are not allowed. In a column, spaces at the ends and a stray `%` are repaired, too.", "")
            .c_constant(
                "ONEIRI_LENIENT",
                "The identifier that an invalid text stands for: characters that are not allowed become escapes.",
            )
            .javascript("lenient")
            .python("Identifier.parse_lenient")
            .columns("parse_lenient")
            .sql("oneiri_parse_lenient"),
        row(Operation::Encode, "encode", &[P::Text, P::Safe], Kind::Text)
            .about("The text with escapes for all characters that are neither unreserved nor named as safe.", "RFC 3986 section 2.1")
            .c_constant(
                "ONEIRI_ENCODE",
                "Percent-encodes all bytes but the unreserved ones and those of the set `other`. `grammar` is not used.",
            )
            .javascript("encode")
            .python("encode"),
        row(Operation::Decode, "decode", &[P::Text], Kind::Octets)
            .about("The octets of a text after decoding its escapes.", "RFC 3986 section 2.1")
            .c_constant(
                "ONEIRI_DECODE",
                "Decodes every escape and keeps a `%` that begins none. The result may be any bytes. `grammar` is not used.",
            )
            .python("decode"),
        row(Operation::DecodeText, "decode_text", &[P::Text], Kind::Text)
            .about("The text after decoding its escapes, which must be UTF-8.", "RFC 3987 section 3.2")
            .c_constant(
                "ONEIRI_DECODE_TEXT",
                "Decodes every escape; the result is UTF-8, or the call is `ONEIRI_INVALID`. `grammar` is not used.",
            )
            .javascript("decode")
            .python("decode_text"),
        row(Operation::Explain, "explain", &[P::A, P::B], Kind::Verdict)
            .about("Why two texts are equal at a rung, or why they differ.", "RFC 3986 section 6")
            .c_constant(
                "ONEIRI_EXPLAIN",
                "Lines that tell why `text` and `other` are equal, or why they are not.",
            )
            .javascript("explain")
            .python("explain"),
        row(Operation::Lint, "lint", &[P::Text, P::Profile], Kind::Findings)
            .about("What is unwise about a valid text.", "")
            .c_constant(
                "ONEIRI_LINT",
                "Lines that tell what is unwise about a valid text as a link, each `code TAB start TAB end TAB sentence`.",
            )
            .javascript("lint")
            .python("lint")
            .columns("lint"),
        row(Operation::WhatwgHref, "whatwg_href", &[P::Text, P::Base], Kind::Text)
            .about("The URL that a browser would fetch for a text.", "URL Standard section 4.4")
            .c_constant(
                "ONEIRI_WHATWG_HREF",
                "The URL that `text` is by the URL Standard, as its serializer writes it: what a browser would fetch. `other` is the\n\
                 base, or a null pointer. `grammar` is not used.",
            )
            .javascript("whatwg.URL")
            .python("whatwg.URL")
            .columns("whatwg_href")
            .sql("oneiri_whatwg_href"),
        row(Operation::Fix, "fix", &[P::Text, P::Profile], Kind::Text)
            .about("The text with the fixes of the lints.", "")
            .javascript("fix")
            .python("fix")
            .columns("fix"),
        row(Operation::Rung, "rung", &[P::A, P::B], Kind::Rung)
            .about("The lowest rung at which two texts are equal.", "RFC 3986 section 6")
            .c("oneiri_compare")
            .javascript("compare")
            .python("compare")
            .columns("rung")
            .sql("oneiri_rung"),
        row(Operation::Build, "build", &[], Kind::Text)
            .about("The identifier with the given components.", "RFC 3986 section 5.3")
            .c("oneiri_build")
            .javascript("build")
            .python("Identifier.build"),
        row(Operation::Parse, "parse", &[P::Text], Kind::Parts)
            .about("The components of a text.", "RFC 3986 section 3")
            .c("oneiri_parse")
            .javascript("parse")
            .python("parse")
            .columns("parse")
            .sql("oneiri_parse"),
        row(Operation::IsValid, "is_valid", &[P::Text], Kind::Boolean)
            .about("Whether a text is valid.", "RFC 3986 appendix A")
            .c("oneiri_parse")
            .javascript("valid")
            .python("is_valid")
            .columns("is_valid")
            .sql("oneiri_is_valid"),
        row(Operation::Fingerprint, "fingerprint", &[P::Text, P::Rung, P::Hash], Kind::Fingerprint)
            .about("A hash of 16 bytes, which is the same for texts that are equal at a rung.", "")
            .python("fingerprint")
            .columns("fingerprint")
            .sql("oneiri_fingerprint"),
        row(Operation::Redact, "redact", &[P::Text], Kind::Text)
            .about("The text with `***` in place of its password, for a log.", "RFC 3986 section 3.2.1")
            .c_constant("ONEIRI_REDACT", "The text with `***` in place of its password, for a log.")
            .javascript("redact")
            .python("Identifier.redacted")
            .columns("redact")
            .sql("oneiri_redact"),
        row(Operation::RedactText, "redact_text", &[P::Text], Kind::Text)
            .about("A log or another text with `***` in place of the passwords and tokens of the URLs in it.", "")
            .c_constant(
                "ONEIRI_REDACT_TEXT",
                "A log or another text with `***` in place of the passwords and tokens of the URLs in it. `grammar` is not used.",
            )
            .javascript("redact.redactText")
            .python("redact_text")
            .columns("redact_text")
            .sql("oneiri_redact_text"),
        row(Operation::Htu, "htu", &[P::Text], Kind::Text)
            .about("The text that the `htu` of a DPoP proof is compared by: the normal form without query and fragment.", "RFC 9449 section 4.3")
            .c_constant(
                "ONEIRI_HTU",
                "The text that the `htu` of a DPoP proof is compared by: the normal form of `text` at the rung `scheme`, without query and fragment.",
            )
            .javascript("htu")
            .python("htu")
            .columns("htu")
            .sql("oneiri_htu"),
        row(Operation::Drive, "drive", &[P::Text], Kind::Text)
            .about("The text that `file` URLs of one drive are compared by: the normal form with the drive as `C:`. It is an assumption, `drive@1`, because no standard says so.", "")
            .c_constant(
                "ONEIRI_DRIVE",
                "The text that `file` URLs of one drive are compared by: the normal form of `text` at the rung `scheme`, with the drive as `C:`. No standard says that `c%3A` is the same drive, so it is an assumption, `drive@1`.",
            )
            .javascript("drive")
            .python("key")
            .columns("drive")
            .sql("oneiri_drive"),
    ]
};

/// The rest of a row, for the table.
impl Row {
    const fn about(self, sentence: &'static str, section: &'static str) -> Self {
        Self { sentence, section, ..self }
    }

    const fn c_constant(self, name: &'static str, c_comment: &'static str) -> Self {
        Self { faces: Faces { c: Some(name), c_comment, ..self.faces }, ..self }
    }

    const fn c(self, name: &'static str) -> Self {
        Self { faces: Faces { c: Some(name), ..self.faces }, ..self }
    }

    const fn javascript(self, name: &'static str) -> Self {
        Self { faces: Faces { javascript: Some(name), ..self.faces }, ..self }
    }

    const fn python(self, name: &'static str) -> Self {
        Self { faces: Faces { python: Some(name), ..self.faces }, ..self }
    }

    const fn columns(self, name: &'static str) -> Self {
        Self { faces: Faces { column: Some(name), ..self.faces }, ..self }
    }

    const fn sql(self, name: &'static str) -> Self {
        Self { faces: Faces { sql: Some(name), ..self.faces }, ..self }
    }
}
