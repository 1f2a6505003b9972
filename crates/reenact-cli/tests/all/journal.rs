//! Journals of recordings that were cut off.

use crate::common::Folder;

#[test]
fn a_journal_that_was_cut_off_becomes_a_recording_and_what_is_lost_is_said() {
    let folder = Folder::with_session();
    folder.run("convert session.bin take.journal").with_code(0);
    let whole = folder.read("take.journal");
    // The name plays no part in reading.
    std::fs::write(folder.path("torn.bin"), &whole[..whole.len() / 2]).unwrap();
    let run = folder.run("repair torn.bin -o take.bin").with_code(3);
    assert!(run.stderr.contains("of the journal are incomplete or damaged"), "{}", run.stderr);
    assert!(run.stderr.contains("the journal was not ended"), "{}", run.stderr);
    assert!(folder.read("take.bin").starts_with(&reenact::MAGIC));
    let codes = |run: &crate::common::Run| -> Vec<String> {
        let notes = run.json()["notes"].as_array().unwrap().clone();
        notes.iter().map(|note| note["code"].as_str().unwrap().to_owned()).collect()
    };
    let run = folder.run("repair torn.bin -o again.bin --json").with_code(3);
    assert_eq!(codes(&run), ["journal-damage", "open-journal"]);
    // Cut between two chunks nothing is damaged, and nothing is lost for certain.
    let run = folder.run("repair take.journal --dry-run --json").with_code(0);
    assert_eq!(codes(&run), [""; 0]);
}

#[test]
fn info_and_doctor_read_journals_and_say_what_they_are() {
    let folder = Folder::with_session();
    folder.run("convert session.bin take.journal").with_code(0);
    let run = folder.run("info take.journal").with_code(0);
    assert!(run.text().contains("journal"), "{}", run.text());
    // The session has a finding.
    folder.run("doctor take.journal").with_code(3);
    let mut damaged = folder.read("take.journal");
    damaged[13] = 9;
    std::fs::write(folder.path("bad.journal"), damaged).unwrap();
    let run = folder.run("info bad.journal").with_code(1);
    assert!(run.stderr.contains("checksum of the journal's header at byte 16"), "{}", run.stderr);
}
