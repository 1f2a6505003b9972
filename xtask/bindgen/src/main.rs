//! Prepares a compiled module for a web page: `bindgen MODULE.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = words.as_slice() else {
        eprintln!("usage: bindgen MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(module).web(true).and_then(|bindgen| {
        // The page passes the location of the module: it may be embedded in the page.
        bindgen
            .typescript(true)
            .omit_default_module_path(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
