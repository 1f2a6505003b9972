//! The program in the README equals the example that is built and run.

#![cfg(test)]

#[test]
fn the_program_in_the_readme_is_the_example() {
    let readme = include_str!("../../../README.md");
    let program = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let example = include_str!("../examples/fingertip.rs");
    assert!(example.ends_with(program), "copy the program of README.md to examples/fingertip.rs");
}
