//! What things look like: `displayColor` alone is not shown by all who read USD.

use std::io::Write;

use super::text::File;
use crate::Result;

/// What a prim is defined with that has a look and is moved by joints, or not.
pub(super) const WITH_LOOK: &str =
    "(\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )";
pub(super) const WITH_LOOK_AND_JOINTS: &str =
    "(\n        prepend apiSchemas = [\"MaterialBindingAPI\", \"SkelBindingAPI\"]\n    )";

/// Says of a prim what it looks like, by a material `Look` beside it.
pub(super) fn bind<W: Write>(file: &mut File<'_, W>, parent: &str, [r, g, b]: [f32; 3]) {
    file.line(&format!("rel material:binding = <{parent}/Look>"));
    file.line(&format!("color3f[] primvars:displayColor = [({r}, {g}, {b})]"));
}

/// The material `Look` in a prim.
pub(super) fn look<W: Write>(
    file: &mut File<'_, W>,
    parent: &str,
    [r, g, b]: [f32; 3],
) -> Result<()> {
    file.prim("def Material \"Look\"", |file| {
        file.line(&format!(
            "token outputs:surface.connect = <{parent}/Look/Surface.outputs:surface>"
        ));
        file.prim("def Shader \"Surface\"", |file| {
            file.line("uniform token info:id = \"UsdPreviewSurface\"");
            file.line(&format!("color3f inputs:diffuseColor = ({r}, {g}, {b})"));
            file.line("float inputs:roughness = 0.65");
            file.line("token outputs:surface");
            Ok(())
        })
    })
}
