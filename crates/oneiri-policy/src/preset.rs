//! The presets: policies that the crate ships. Their names and what they deny are promises to those who extend them. A
//! new one needs its place in `ALL`, and its file with tests (`presets_compile_and_their_tests_pass`). The
//! types of JavaScript, and the comments for C, Python and the command, name them again (`tests/it/elsewhere.rs`).

use core::fmt;
use core::str::FromStr;

/// A policy that the crate ships. A policy file takes over one of them with `extends = "ssrf"`.
///
/// ```
/// use oneiri_policy::{Policy, Preset};
///
/// let policy = Policy::preset(Preset::Ssrf);
/// assert!(policy.check("https://example.com/").is_allowed());
/// assert_eq!(Preset::from_name("ssrf"), Some(Preset::Ssrf));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Preset {
    /// Fetching for others: `http` and `https` to public addresses only.
    Ssrf,
    /// An agent that calls tools: public addresses only, and each host must be listed.
    Agent,
    /// Redirect URIs of OAuth, each of which must equal a registered one.
    RedirectUri,
    /// The targets of requests at a gateway.
    Gateway,
    /// Where a page sends its visitor next.
    OpenRedirect,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 5] = [Self::Ssrf, Self::Agent, Self::RedirectUri, Self::Gateway, Self::OpenRedirect];

    /// The name, as `extends` takes it: `open-redirect`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ssrf => "ssrf",
            Self::Agent => "agent",
            Self::RedirectUri => "redirect-uri",
            Self::Gateway => "gateway",
            Self::OpenRedirect => "open-redirect",
        }
    }

    /// The preset with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The file of the preset.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Ssrf => include_str!("presets/ssrf.toml"),
            Self::Agent => include_str!("presets/agent.toml"),
            Self::RedirectUri => include_str!("presets/redirect-uri.toml"),
            Self::Gateway => include_str!("presets/gateway.toml"),
            Self::OpenRedirect => include_str!("presets/open-redirect.toml"),
        }
    }

    /// The preset that this one extends.
    #[must_use]
    pub const fn extends(self) -> Option<Self> {
        match self {
            Self::Ssrf => Some(Self::Agent),
            _ => None,
        }
    }
}

/// `Display` writes the name.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    /// # Errors
    ///
    /// There is no preset with this name.
    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        Self::from_name(name).ok_or(UnknownPreset(()))
    }
}

/// The error of a name that no preset has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPreset(());

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of the presets")?;
        let mut before = " ";
        for preset in Preset::ALL {
            write!(f, "{before}{preset}")?;
            before = ", ";
        }
        Ok(())
    }
}

impl core::error::Error for UnknownPreset {}
