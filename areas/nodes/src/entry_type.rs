//! Types of entries: what a file is to people. It is decided when the content arrives, and stays.

use db::Conn;
use primitives::NodeKind;

/// A type of files. A room contributes it by `Room::with`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryType {
    /// `image`; the page's icons, viewers and editors, and the rules of acts, know it by this.
    pub key: &'static str,
    /// In lower case, without a dot. They decide before the media type: the room's own formats have one.
    pub extensions: &'static [&'static str],
    /// The beginnings of media types; the longest one of all types decides.
    pub media_types: &'static [&'static str],
    /// Extensions that decide where the media type says little: of text, containers and unknown bytes.
    pub usual_extensions: &'static [&'static str],
    /// What people call such files, folded, in English and Portuguese: a search finds them by these words.
    pub called: &'static [&'static str],
}

impl EntryType {
    pub const REPOSITORY: &'static str = "repository";
    pub const FOLDER: &'static str = "folder";
    /// A file of no other type.
    pub const FILE: &'static str = "file";

    /// What people call folders, as `called`.
    const FOLDER_CALLED: [&'static str; 2] = ["folder", "pasta"];

    /// How well a file fits; nothing if it does not.
    fn fit(&self, extension: &str, mime: &str) -> Option<usize> {
        if self.extensions.contains(&extension) {
            return Some(usize::MAX);
        }
        if self.usual_extensions.contains(&extension) && VAGUE.iter().any(|vague| mime.starts_with(vague)) {
            return Some(usize::MAX - 1);
        }
        self.media_types.iter().filter(|beginning| mime.starts_with(**beginning)).map(|beginning| beginning.len()).max()
    }
}

/// Media types of which there are many kinds of files.
const VAGUE: [&str; 5] =
    ["text/", "application/octet-stream", "application/zip", "application/json", "application/xml"];

/// The type of an entry of this kind and name; `mime` is that of a file's content, once it is known.
pub(crate) fn of_entry(conn: &Conn<'_>, kind: NodeKind, name: &str, mime: Option<&str>) -> &'static str {
    match kind {
        NodeKind::Repository => EntryType::REPOSITORY,
        NodeKind::Folder => EntryType::FOLDER,
        NodeKind::File => of_file(room::contributed(conn).all(), name, mime.unwrap_or_default()),
    }
}

fn of_file<'t>(types: impl Iterator<Item = &'t EntryType>, name: &str, mime: &str) -> &'static str {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default();
    let fitting = types.filter_map(|kind| Some((kind.fit(&extension, mime)?, kind.key)));
    fitting.max_by_key(|(fit, _)| *fit).map_or(EntryType::FILE, |(_, key)| key)
}

/// The keys of the types that people call by a folded word. Its beginning is enough, and it may have the ending of a
/// plural.
pub fn types_called(conn: &Conn<'_>, word: &str) -> Vec<&'static str> {
    called(room::contributed(conn).all(), word)
}

fn called<'t>(types: impl Iterator<Item = &'t EntryType>, word: &str) -> Vec<&'static str> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let is_called = |name: &&str| name.starts_with(word) || **name == *one;
    let types = types.map(|kind| (kind.key, kind.called));
    let all = types.chain([(EntryType::FOLDER, &EntryType::FOLDER_CALLED[..])]);
    all.filter(|(_, names)| names.iter().any(is_called)).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::{EntryType, called, of_file};

    const fn of(key: &'static str, media_types: &'static [&'static str]) -> EntryType {
        EntryType { key, extensions: &[], media_types, usual_extensions: &[], called: &[] }
    }

    const TYPES: [EntryType; 5] = [
        of("image", &["image/"]),
        of("drawing", &["image/svg"]),
        of("text", &["text/", "application/json"]),
        EntryType { extensions: &["rcp"], ..of("recipe", &[]) },
        EntryType { usual_extensions: &["js"], ..of("code", &[]) },
    ];

    #[test]
    fn an_entry_type_follows_from_extension_then_media_type() {
        for (name, mime, wanted) in [
            ("photo.jpg", "image/jpeg", "image"),
            ("logo.svg", "image/svg+xml", "drawing"),
            ("cake.RCP", "application/json", "recipe"),
            ("cake.json", "application/json", "text"),
            ("cake.js", "text/plain", "code"),
            ("cake.js", "image/png", "image"),
            ("rcp", "application/zip", "file"),
            ("unknown", "", "file"),
        ] {
            assert_eq!(of_file(TYPES.iter(), name, mime), wanted, "{name} {mime}");
        }
    }

    #[test]
    fn types_are_found_by_what_people_call_them() {
        let types = [
            EntryType { called: &["picture", "photo", "foto"], ..of("image", &[]) },
            EntryType { called: &["spreadsheet", "planilha"], ..of("sheet", &[]) },
            of("code", &[]),
        ];
        for (word, wanted) in [
            ("pictures", vec!["image"]),
            ("fotos", vec!["image"]),
            ("planil", vec!["sheet"]),
            ("p", vec!["image", "sheet", "folder"]),
            ("pastas", vec!["folder"]),
            ("code", vec![]),
        ] {
            assert_eq!(called(types.iter(), word), wanted, "{word}");
        }
    }
}
