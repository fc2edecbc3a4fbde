//! `oneiri`: see the library beside this, which is all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    oneiri_cli::main()
}
