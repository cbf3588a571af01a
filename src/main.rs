//! The program `rubezh`.
fn main() {}
