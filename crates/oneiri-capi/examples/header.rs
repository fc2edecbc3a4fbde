//! Prints the C header: `cargo run -p oneiri-capi --example header > crates/oneiri-capi/include/oneiri.h`

use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml"))?;
    cbindgen::generate_with_config(root, config)?.write(io::stdout().lock());
    Ok(())
}
