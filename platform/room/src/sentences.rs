//! What rooms say to people.

use anyhow::Context;

use crate::Room;

/// The sentences in `locales/en.json` and `locales/pt.json` of the room's folder.
#[macro_export]
macro_rules! sentences {
    () => {
        $crate::Sentences {
            en: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/locales/en.json")),
            pt: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/locales/pt.json")),
        }
    };
}

/// From now on answers have the sentences of these rooms. To do so again changes nothing.
pub fn register_sentences(rooms: &[Room]) -> anyhow::Result<()> {
    for room in rooms {
        if let Some(sentences) = room.sentences {
            rest::register_sentences(sentences).with_context(|| format!("the sentences of the room {}", room.name))?;
        }
    }
    Ok(())
}
