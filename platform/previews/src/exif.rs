//! The two facts of EXIF that a preview needs: the orientation, and the time of capture.

use exif::{Exif, In, Reader, Tag, Value};
use image::metadata::Orientation;

/// `raw` starts at the TIFF header.
pub(crate) fn orientation(raw: &[u8]) -> u8 {
    Orientation::from_exif_chunk(raw).map_or(1, Orientation::to_exif)
}

/// Seconds since 1970, with the camera's offset where it wrote one.
pub(crate) fn taken_at(raw: &[u8]) -> Option<i64> {
    let exif = Reader::new().read_raw(raw.to_vec()).ok()?;
    let (taken, offset) = [
        (Tag::DateTimeOriginal, Tag::OffsetTimeOriginal),
        (Tag::DateTimeDigitized, Tag::OffsetTimeDigitized),
        (Tag::DateTime, Tag::OffsetTime),
    ]
    .into_iter()
    .find_map(|(taken, offset)| Some((ascii(&exif, taken)?, ascii(&exif, offset))))?;
    let mut taken = exif::DateTime::from_ascii(taken).ok()?;
    if let Some(offset) = offset {
        // A broken offset is ignored.
        let _ = taken.parse_offset(offset);
    }
    seconds(&taken)
}

fn ascii(exif: &Exif, tag: Tag) -> Option<&[u8]> {
    match &exif.get_field(tag, In::PRIMARY)?.value {
        Value::Ascii(lines) => lines.first().map(Vec::as_slice),
        _ => None,
    }
}

fn seconds(taken: &exif::DateTime) -> Option<i64> {
    if !(1..=12).contains(&taken.month) || !(1..=31).contains(&taken.day) || taken.hour > 23 || taken.minute > 59 {
        return None;
    }
    let day = days_since_1970(taken.year.into(), taken.month.into(), taken.day.into());
    let clock = i64::from(taken.hour) * 3600 + i64::from(taken.minute) * 60 + i64::from(taken.second);
    Some(day * 86_400 + clock - i64::from(taken.offset.unwrap_or(0)) * 60)
}

/// Years begin in March, so that the leap day is the last of a year.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let from_march = (month + 9) % 12;
    let day_of_year = (153 * from_march + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_from_1970_over_leap_years() {
        assert_eq!(days_since_1970(1970, 1, 1), 0);
        assert_eq!(days_since_1970(2000, 2, 29), 11_016);
        assert_eq!(days_since_1970(2024, 12, 31), 20_088);
    }

    #[test]
    fn garbage_has_no_date_and_stands_upright() {
        assert_eq!(taken_at(b"MM\0\x2a\0\0\0\x08\xff\xff"), None);
        assert_eq!(orientation(b"nothing"), 1);
    }
}
