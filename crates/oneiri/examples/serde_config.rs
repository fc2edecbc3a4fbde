//! A configuration with `serde` (feature `serde`): identifiers are checked while the file is read.
//!
//! ```text
//! icon     https://example.org/icon.svg
//! mirror   a.example on port Some(443)
//! mirror   b.example on port Some(8443)
//! rejected invalid IRI: path, byte 21
//! rejected invalid URI: scheme, byte 0
//! rejected invalid URI reference: path, byte 0
//! ```

use oneiri::{IriBuf, UriBuf, UriRefBuf};
use serde::{Deserialize, Serialize};

/// The types say what each entry may be: with or without a scheme, with or without characters beyond ASCII.
#[derive(Serialize, Deserialize)]
struct Config {
    homepage: IriBuf,
    mirrors: Vec<UriBuf>,
    /// Relative to the homepage.
    icon: UriRefBuf,
}

const FILE: &str = r#"
homepage = "https://example.org/café/"
mirrors = ["https://a.example/", "https://b.example:8443/"]
icon = "../icon.svg"
"#;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config: Config = toml::from_str(FILE)?;
    println!("icon     {}", config.homepage.resolve(&config.icon));
    for mirror in &config.mirrors {
        println!("mirror   {} on port {:?}", mirror.host().unwrap_or_default(), mirror.port_or_known_default()?);
    }
    // What was read is written as it was spelled, here as JSON.
    let written = serde_json::to_value(&config)?;
    assert_eq!(written["homepage"], "https://example.org/café/");
    assert_eq!(written["icon"], "../icon.svg");

    for (from, to) in [("/café/", "/a café/"), ("https://a.example/", "a.example"), ("../icon", "\\\\icon")] {
        match toml::from_str::<Config>(&FILE.replace(from, to)) {
            Ok(_) => return Err("an invalid entry was accepted".into()),
            Err(error) => {
                // The message goes on with what is expected there, and the section that says so.
                let message = error.message();
                println!("rejected {}", message.split(": expected").next().unwrap_or(message));
            }
        }
    }
    Ok(())
}
