//! The records of a ZIP archive whose entries are stored as they are (APPNOTE 6.3.10), with ZIP64 where a number does
//! not fit. Lengths are known before any byte is read, and so is the place of each record.

use primitives::Seconds;

/// Larger numbers stand in a ZIP64 record; this value marks where.
const NO_ROOM: u64 = 0xffff_ffff;
const NO_ROOM_FOR_COUNT: u64 = 0xffff;

const NAMES_ARE_UTF8: u16 = 1 << 11;
/// The check sum comes behind the bytes.
const HAS_DESCRIPTOR: u16 = 1 << 3;
const MADE_ON_UNIX: u16 = 3 << 8;
const VERSION: u16 = 20;
const VERSION_ZIP64: u16 = 45;

const ZIP64: u16 = 0x0001;
const TIME: u16 = 0x5455;

/// An entry of an archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'r> {
    /// From the top of the archive; that of a folder ends with a slash.
    pub path: &'r str,
    /// Of a folder: none.
    pub size: u64,
    pub modified: Seconds,
}

impl Record<'_> {
    fn is_large(self) -> bool {
        self.size >= NO_ROOM
    }

    fn is_folder(self) -> bool {
        self.path.ends_with('/')
    }

    /// Of no bytes the check sum is known.
    fn has_descriptor(self) -> bool {
        self.size > 0
    }

    fn flags(self) -> u16 {
        NAMES_ARE_UTF8 | if self.has_descriptor() { HAS_DESCRIPTOR } else { 0 }
    }

    fn version(self, offset: u64) -> u16 {
        if self.is_large() || offset >= NO_ROOM { VERSION_ZIP64 } else { VERSION }
    }

    /// What stands before the bytes. Their length and check sum are in the descriptor.
    pub fn header(self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.header_length());
        let size = if self.is_large() { NO_ROOM } else { 0 };
        out.extend(*b"PK\x03\x04");
        put16(&mut out, &[self.version(0), self.flags(), 0]);
        self.put_time(&mut out);
        put32(&mut out, &[0, size, size]);
        put16(&mut out, &[short(self.path.len()), short(self.extra_length(0))]);
        out.extend(self.path.as_bytes());
        if self.is_large() {
            put16(&mut out, &[ZIP64, 16]);
            put64(&mut out, &[0, 0]);
        }
        self.put_extended_time(&mut out);
        out
    }

    pub fn header_length(self) -> usize {
        30 + self.path.len() + self.extra_length(0)
    }

    /// What stands behind the bytes.
    pub fn descriptor(self, check_sum: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity(24);
        if self.has_descriptor() {
            out.extend(*b"PK\x07\x08");
            put32(&mut out, &[u64::from(check_sum)]);
            if self.is_large() { put64(&mut out, &[self.size; 2]) } else { put32(&mut out, &[self.size; 2]) }
        }
        out
    }

    fn descriptor_length(self) -> usize {
        match (self.has_descriptor(), self.is_large()) {
            (false, _) => 0,
            (true, false) => 16,
            (true, true) => 24,
        }
    }

    /// Everything of it but its line in the directory.
    pub fn length(self) -> u64 {
        (self.header_length() + self.descriptor_length()) as u64 + self.size
    }

    /// Its line in the directory at the end; it begins at `offset` of the archive.
    pub fn line(self, check_sum: u32, offset: u64) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.line_length(offset));
        let fit = |number: u64| number.min(NO_ROOM);
        out.extend(*b"PK\x01\x02");
        put16(&mut out, &[MADE_ON_UNIX | self.version(offset), self.version(offset), self.flags(), 0]);
        self.put_time(&mut out);
        put32(&mut out, &[u64::from(check_sum), fit(self.size), fit(self.size)]);
        put16(&mut out, &[short(self.path.len()), short(self.extra_length(offset)), 0, 0, 0]);
        // The rights on Unix, and the flag of a folder on Windows.
        let attributes = if self.is_folder() { 0o040_755 << 16 | 0x10 } else { 0o100_644 << 16 };
        put32(&mut out, &[attributes, fit(offset)]);
        out.extend(self.path.as_bytes());
        if self.is_large() || offset >= NO_ROOM {
            put16(&mut out, &[ZIP64, short(self.size_length() + self.place_length(offset))]);
            if self.is_large() {
                put64(&mut out, &[self.size; 2]);
            }
            if offset >= NO_ROOM {
                put64(&mut out, &[offset]);
            }
        }
        self.put_extended_time(&mut out);
        out
    }

    pub fn line_length(self, offset: u64) -> usize {
        46 + self.path.len() + self.extra_length(offset)
    }

    fn size_length(self) -> usize {
        if self.is_large() { 16 } else { 0 }
    }

    fn place_length(self, offset: u64) -> usize {
        if offset >= NO_ROOM { 8 } else { 0 }
    }

    fn extra_length(self, offset: u64) -> usize {
        let large = self.size_length() + self.place_length(offset);
        let zip64 = if large > 0 { 4 + large } else { 0 };
        zip64 + if self.unix_time().is_some() { 9 } else { 0 }
    }

    /// The field has 32 bits with a sign.
    fn unix_time(self) -> Option<i32> {
        i32::try_from(self.modified).ok()
    }

    fn put_extended_time(self, out: &mut Vec<u8>) {
        if let Some(time) = self.unix_time() {
            put16(out, &[TIME, 5]);
            out.push(1);
            out.extend(time.to_le_bytes());
        }
    }

    fn put_time(self, out: &mut Vec<u8>) {
        let (time, date) = dos_time(self.modified);
        put16(out, &[time, date]);
    }
}

/// What the directory at the end says of itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directory {
    pub entries: u64,
    /// Where it begins.
    pub offset: u64,
    pub length: u64,
}

impl Directory {
    fn is_large(self) -> bool {
        self.entries >= NO_ROOM_FOR_COUNT || self.offset >= NO_ROOM || self.length >= NO_ROOM
    }

    /// The end of the archive.
    pub fn end(self) -> Vec<u8> {
        let Self { entries, offset, length } = self;
        let mut out = Vec::with_capacity(self.end_length());
        if self.is_large() {
            out.extend(*b"PK\x06\x06");
            put64(&mut out, &[44]);
            put16(&mut out, &[MADE_ON_UNIX | VERSION_ZIP64, VERSION_ZIP64]);
            put32(&mut out, &[0, 0]);
            put64(&mut out, &[entries, entries, length, offset]);
            out.extend(*b"PK\x06\x07");
            put32(&mut out, &[0]);
            put64(&mut out, &[offset + length]);
            put32(&mut out, &[1]);
        }
        out.extend(*b"PK\x05\x06");
        let count = u16::try_from(entries.min(NO_ROOM_FOR_COUNT)).unwrap_or(u16::MAX);
        put16(&mut out, &[0, 0, count, count]);
        put32(&mut out, &[length.min(NO_ROOM), offset.min(NO_ROOM)]);
        put16(&mut out, &[0]);
        out
    }

    pub fn end_length(self) -> usize {
        if self.is_large() { 56 + 20 + 22 } else { 22 }
    }
}

/// Time and date in two seconds' steps from 1980 to 2107, in UTC.
fn dos_time(seconds: Seconds) -> (u16, u16) {
    const FIRST: (u16, u16) = (0, 1 << 5 | 1);
    const LAST: (u16, u16) = (23 << 11 | 59 << 5 | 29, 127 << 9 | 12 << 5 | 31);
    let Ok(time) = jiff::Timestamp::from_second(seconds) else { return FIRST };
    let time = time.to_zoned(jiff::tz::TimeZone::UTC).datetime();
    let years = match time.year() {
        ..1980 => return FIRST,
        2108.. => return LAST,
        year => year.unsigned_abs() - 1980,
    };
    let [month, day, hour, minute, second] = [time.month(), time.day(), time.hour(), time.minute(), time.second()]
        .map(|part| u16::from(part.unsigned_abs()));
    ((hour << 11) | (minute << 5) | (second / 2), (years << 9) | (month << 5) | day)
}

/// Lengths of paths are checked before.
fn short(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn put16(out: &mut Vec<u8>, numbers: &[u16]) {
    numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
}

/// Numbers that fit.
fn put32(out: &mut Vec<u8>, numbers: &[u64]) {
    numbers.iter().for_each(|number| out.extend(u32::try_from(*number).unwrap_or(u32::MAX).to_le_bytes()));
}

fn put64(out: &mut Vec<u8>, numbers: &[u64]) {
    numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
}

#[cfg(test)]
mod tests;
