//! An extension module finds Python's symbols in the interpreter that loads it; the linker of macOS has to be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
