//! The records byte by byte, and as another reader finds them: Python's.

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::Command;

use super::super::plan::{Entry, EntryContent, Plan};
use super::{Directory, Record, dos_time};

const GIB: u64 = 1 << 30;
/// 2026-11-28 21:40:02 in UTC.
const WHEN: i64 = 1_795_902_002;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_small_file_has_the_records_of_the_standard() {
    let record = Record { path: "é", size: 3, modified: WHEN };
    let header = "504b0304 1400 0808 0000 01ad7c5d 00000000 00000000 00000000 0200 0900 c3a9 5554 0500 01 ";
    let line = "504b0102 1403 1400 0808 0000 01ad7c5d 44332211 03000000 03000000 0200 0900 0000 0000 0000 0000a481 \
                07000000 c3a9 5554 0500 01 ";
    let time = hex(&i32::try_from(WHEN).unwrap().to_le_bytes());
    let wanted = |text: &str| text.replace(' ', "") + &time;
    assert_eq!(hex(&record.header()), wanted(header));
    assert_eq!(hex(&record.descriptor(0x1122_3344)), "504b0708443322110300000003000000");
    assert_eq!(hex(&record.line(0x1122_3344, 7)), wanted(line));
    let end = Directory { entries: 1, offset: 5, length: 6 }.end();
    assert_eq!(hex(&end), "504b050600000000010001000600000005000000".to_owned() + "0000");
}

#[test]
fn every_record_has_the_length_that_was_computed() {
    for size in [0, 1, 4 * GIB - 2, 4 * GIB - 1, 4 * GIB, 50 * GIB] {
        for modified in [-1, WHEN, 1 << 40] {
            let record = Record { path: "folder/写真.jpg", size, modified };
            let around = (record.header().len() + record.descriptor(1).len()) as u64;
            assert_eq!(record.header().len(), record.header_length(), "{size} {modified}");
            assert_eq!(around + size, record.length(), "{size} {modified}");
            for offset in [0, 4 * GIB - 2, 4 * GIB - 1, 9 * GIB] {
                assert_eq!(record.line(1, offset).len(), record.line_length(offset), "{size} {modified} {offset}");
            }
        }
    }
    for (entries, offset, length) in
        [(1, 1, 1), (65_534, 1, 1), (65_535, 1, 1), (1, 4 * GIB, 1), (1, 1, 4 * GIB), (1, 4 * GIB - 2, 4 * GIB - 2)]
    {
        let directory = Directory { entries, offset, length };
        assert_eq!(directory.end().len(), directory.end_length(), "{directory:?}");
    }
}

#[test]
fn times_that_the_format_does_not_have_are_its_first_or_last() {
    for (seconds, time, date) in [
        (WHEN, 21 << 11 | 40 << 5 | 1, 46 << 9 | 11 << 5 | 28),
        (0, 0, 1 << 5 | 1),
        (-1, 0, 1 << 5 | 1),
        (i64::MAX, 0, 1 << 5 | 1),
        (4_354_819_200, 23 << 11 | 59 << 5 | 29, 127 << 9 | 12 << 5 | 31),
    ] {
        assert_eq!(dos_time(seconds), (time, date), "{seconds}");
    }
}

fn entry(path: String, size: u64) -> Entry {
    Entry { path, size, modified: WHEN, content: EntryContent::Folder }
}

/// Writes the records of an archive where they belong; the bytes of its files are holes.
fn write(plan: &Plan, to: &Path, check_sum: impl Fn(&Entry) -> u32) {
    let file = File::create(to).unwrap();
    let mut directory = Vec::new();
    for (entry, offset) in plan.entries.iter().zip(&plan.offsets) {
        let (record, check_sum) = (entry.record(), check_sum(entry));
        file.write_all_at(&record.header(), *offset).unwrap();
        file.write_all_at(&record.descriptor(check_sum), offset + record.header_length() as u64 + entry.size).unwrap();
        directory.extend(record.line(check_sum, *offset));
    }
    assert_eq!(directory.len() as u64, plan.directory.length);
    directory.write_all(&plan.directory.end()).unwrap();
    file.write_all_at(&directory, plan.directory.offset).unwrap();
    assert_eq!(file.metadata().unwrap().len(), plan.length());
}

/// What Python prints.
fn python(script: &str, archive: &Path) -> String {
    let ran = Command::new("python3").args(["-c", script]).arg(archive).output().expect("python3");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

#[test]
fn more_entries_than_the_old_format_counts_are_found() {
    let entries = (0..70_000).map(|number| entry(format!("foto {number}.txt"), 0)).collect();
    let (plan, folder) = (Plan::of(entries), tempfile::tempdir().unwrap());
    let archive = folder.path().join("many.zip");
    write(&plan, &archive, |_| 0);
    let script = "import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(len(archive.namelist()), archive.testzip(), archive.namelist()[-1])";
    assert_eq!(python(script, &archive), "70000 None foto 69999.txt");
}

#[test]
fn files_and_places_beyond_four_gibibytes_are_found() {
    let sizes = [("large.bin", 4 * GIB + 5), ("edge.bin", 4 * GIB - 1), ("small.bin", 3)];
    let entries = sizes.iter().map(|(name, size)| entry((*name).to_owned(), *size)).collect();
    let (plan, folder) = (Plan::of(entries), tempfile::tempdir().unwrap());
    let archive = folder.path().join("large.zip");
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[0; 3]);
    let small = hasher.finalize();
    write(&plan, &archive, |entry| if entry.size == 3 { small } else { 0 });
    // Each is opened at its place; only the last one is read whole.
    let script = "import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for one in archive.infolist():
        with archive.open(one) as file:
            print(one.filename, one.file_size, one.header_offset, file.read(3))
    print(archive.read('small.bin'))";
    let places = plan.offsets.clone();
    let told: Vec<_> = sizes
        .iter()
        .zip(places)
        .map(|((name, size), place)| format!("{name} {size} {place} b'\\x00\\x00\\x00'"))
        .collect();
    assert_eq!(python(script, &archive), format!("{}\nb'\\x00\\x00\\x00'", told.join("\n")));
}
