//! Fetches what strangers name: `cargo run -p oneiri-client --features ureq --example fetch -- http://example.com/`.

use oneiri_client::ureq::Client;
use oneiri_policy::{Policy, Preset};

fn main() -> Result<(), oneiri_client::Error> {
    let client = Client::new(Policy::preset(Preset::Ssrf));
    std::env::args().skip(1).try_for_each(|url| {
        println!("{}", client.get(&url).send()?.text()?);
        Ok(())
    })
}
