//! The digests for checking an upload, and tus's `Upload-Checksum` header.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha1::Digest as _;

/// The supported algorithms; the value of `Tus-Checksum-Algorithm`.
pub(crate) const ALGORITHMS: &str = "blake3,sha256,sha1";

pub(crate) enum Digest {
    Blake3(Box<blake3::Hasher>),
    Sha256(Box<sha2::Sha256>),
    Sha1(Box<sha1::Sha1>),
}

impl Digest {
    pub fn blake3() -> Self {
        Self::Blake3(Box::default())
    }

    pub fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Blake3(hasher) => {
                hasher.update(bytes);
            }
            Self::Sha256(hasher) => hasher.update(bytes),
            Self::Sha1(hasher) => hasher.update(bytes),
        }
    }

    pub fn finish(self) -> Vec<u8> {
        match self {
            Self::Blake3(hasher) => hasher.finalize().as_bytes().to_vec(),
            Self::Sha256(hasher) => hasher.finalize().to_vec(),
            Self::Sha1(hasher) => hasher.finalize().to_vec(),
        }
    }
}

/// A checksum that a sender announced.
pub(crate) struct Announced {
    pub digest: Digest,
    pub value: Vec<u8>,
}

impl Announced {
    /// Reads "sha256 <base64>"; None if it is not supported or not well formed.
    pub fn parse(header: &str) -> Option<Self> {
        let (name, value) = header.trim().split_once(' ')?;
        let digest = match name {
            "blake3" => Digest::blake3(),
            "sha256" => Digest::Sha256(Box::default()),
            "sha1" => Digest::Sha1(Box::default()),
            _ => return None,
        };
        Some(Self { digest, value: STANDARD.decode(value.trim()).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::Announced;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn announced_checksums_are_read_and_computed() {
        for (header, of_abc) in [
            ("sha1 qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
        ] {
            let mut announced = Announced::parse(header).unwrap();
            announced.digest.update(b"abc");
            assert_eq!(hex(&announced.digest.finish()), of_abc);
            assert_eq!(hex(&announced.value), of_abc);
        }
        for garbage in ["", "sha1", "md5 aaaa", "sha1 %%%"] {
            assert!(Announced::parse(garbage).is_none(), "{garbage}");
        }
    }
}
