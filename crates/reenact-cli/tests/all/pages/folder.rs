//! Files used by the commands on the pages.

use std::fs;
use std::sync::OnceLock;

use crate::common::Folder;

/// The demo, cached.
fn demo() -> &'static [u8] {
    static DEMO: OnceLock<Vec<u8>> = OnceLock::new();
    DEMO.get_or_init(|| {
        let folder = Folder::new();
        folder.run("make --demo -o demo.bin").with_code(0);
        folder.read("demo.bin")
    })
}

/// Folder with all recordings that the pages use without making them.
pub(super) fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["Assets/Recordings", "golden", "out", "study/P01", "study/P02"] {
        fs::create_dir_all(folder.path(name)).unwrap();
    }
    for name in
        ["session.bin", "before.bin", "golden.bin", "new.bin", "golden/grab.bin", "out/grab.bin"]
    {
        folder.write(name, demo());
    }
    for (from, to) in [
        ("recordings/v11_real_2s_asset.bin", "Assets/Recordings/press.bin"),
        ("recordings/v11_real_2s_asset.bin", "after.bin"),
        ("recordings/v11_m272_real_2s_asset.bin", "from-mrtk-2.7.bin"),
    ] {
        folder.copy(from, to);
    }
    for (name, seed) in [("P01/reach", 1), ("P01/grasp", 2), ("P02/reach", 3), ("P02/grasp", 4)] {
        let made = format!("make --seconds 6 --seed {seed} -o study/{name}.bin");
        folder.run(&made).with_code(0);
    }
    folder.write("damaged.bin", demo().get(..1_000_000).unwrap());
    folder.write(
        "press.toml",
        include_bytes!("../../../../reenact-make/examples/scripts/press.toml"),
    );
    folder.write(
        "recorded.json",
        include_bytes!("../../../../reenact-convert/tests/webxr/recorded.iwer.json"),
    );
    folder.add_page();
    folder
}
