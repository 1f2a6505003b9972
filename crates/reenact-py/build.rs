//! Linker flags of a Python extension module: on macOS the linker has to permit symbols that the interpreter defines.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
