//! The step that runs the library's tests on other processors, under QEMU: aarch64, and powerpc64, which is big-endian.

use crate::cross::{LIBRARY, Target};
use crate::packages::{GCC_AARCH64, GCC_POWERPC64, QEMU_AARCH64, QEMU_POWERPC64};

pub(crate) fn processors() -> Result<String, String> {
    let targets = [
        Target {
            name: "aarch64-unknown-linux-gnu",
            linker: GCC_AARCH64.have()?,
            runner: format!("{} -L /usr/aarch64-linux-gnu", QEMU_AARCH64.have()?),
        },
        Target {
            name: "powerpc64-unknown-linux-gnu",
            linker: GCC_POWERPC64.have()?,
            runner: format!("{} -L /usr/powerpc64-linux-gnu", QEMU_POWERPC64.have()?),
        },
    ];
    for target in &targets {
        println!("{}", target.name);
        target.test(&LIBRARY, |tests| tests.arg("--all-features"))?;
    }
    Ok(targets.map(|target| target.name).join(", "))
}
