//! The program `rubezh`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rubezh::cli::main()
}
