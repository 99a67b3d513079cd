//! Whose picture it is: the two fields of EXIF that stay with a converted picture, and the shortest EXIF that has them.

use std::io::Cursor;

use exif::experimental::Writer;
use exif::{Exif, Field, In, Reader, Tag, Value};

/// Longer ones are cut.
const LONGEST: usize = 2000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rights {
    artist: Option<Vec<u8>>,
    copyright: Option<Vec<u8>>,
}

impl Rights {
    /// `raw` starts at the TIFF header.
    pub fn of_exif(raw: &[u8]) -> Option<Self> {
        let exif = Reader::new().read_raw(raw.to_vec()).ok()?;
        let rights = Self { artist: said(&exif, Tag::Artist), copyright: said(&exif, Tag::Copyright) };
        (rights.artist.is_some() || rights.copyright.is_some()).then_some(rights)
    }

    /// From the TIFF header on.
    pub fn to_exif(&self) -> Option<Vec<u8>> {
        let field = |tag, text: &Option<Vec<u8>>| {
            let value = Value::Ascii(vec![text.clone()?]);
            Some(Field { tag, ifd_num: In::PRIMARY, value })
        };
        let fields: Vec<Field> =
            [field(Tag::Artist, &self.artist), field(Tag::Copyright, &self.copyright)].into_iter().flatten().collect();
        let mut writer = Writer::new();
        fields.iter().for_each(|field| writer.push_field(field));
        let mut written = Cursor::new(Vec::new());
        writer.write(&mut written, false).ok()?;
        Some(written.into_inner())
    }
}

fn said(exif: &Exif, tag: Tag) -> Option<Vec<u8>> {
    let Value::Ascii(parts) = &exif.get_field(tag, In::PRIMARY)?.value else { return None };
    // Of a copyright, the photographer's and the editor's part may be apart.
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.trim_ascii()).filter(|part| !part.is_empty()).collect();
    let mut said = parts.join(&b"; "[..]);
    said.truncate(LONGEST);
    (!said.is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_nothing_else() {
        let rights =
            Rights { artist: Some(b"Ana Souza".to_vec()), copyright: Some("© Casa Lume".as_bytes().to_vec()) };
        let written = rights.to_exif().unwrap();
        assert_eq!(Rights::of_exif(&written), Some(rights));
        assert_eq!(Reader::new().read_raw(written).unwrap().fields().count(), 2);
    }

    #[test]
    fn blanks_and_garbage_are_nobody_s() {
        let blank = Rights { artist: Some(b"  ".to_vec()), copyright: None };
        assert_eq!(Rights::of_exif(&blank.to_exif().unwrap()), None);
        assert_eq!(Rights::of_exif(b"MM\0\x2a\0\0\0\x08\xff\xff"), None);
    }
}
