//! Materials. Not all readers of USD display `displayColor` alone.

use std::io::Write;

use super::text::File;
use crate::Result;

/// API schemas of a prim with a material, with and without a skeleton.
pub(super) const WITH_LOOK: &str =
    "(\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )";
pub(super) const WITH_LOOK_AND_JOINTS: &str =
    "(\n        prepend apiSchemas = [\"MaterialBindingAPI\", \"SkelBindingAPI\"]\n    )";

/// Binds a prim to the material `Look` beside it.
pub(super) fn bind<W: Write>(file: &mut File<'_, W>, parent: &str, [r, g, b]: [f32; 3]) {
    file.line(&format!("rel material:binding = <{parent}/Look>"));
    file.line(&format!("color3f[] primvars:displayColor = [({r}, {g}, {b})]"));
}

/// Writes the material `Look` inside a prim.
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
