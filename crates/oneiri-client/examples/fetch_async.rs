//! Fetches what strangers name: `cargo run -p oneiri-client --features reqwest --example fetch_async -- http://example.com/`.

use oneiri_client::reqwest::Client;
use oneiri_policy::{Policy, Preset};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), oneiri_client::Error> {
    let client = Client::new(Policy::preset(Preset::Ssrf));
    for url in std::env::args().skip(1) {
        println!("{}", client.get(&url).send().await?.text().await?);
    }
    Ok(())
}
