//! Copies that the store makes itself.

use std::io;

use primitives::NodeId;

use super::S3;
use crate::hash::copy_while;
use crate::s3::copying::{self, Part, Source};
use crate::s3::failure::Failure;
use crate::s3::head::Head;
use crate::s3::sending;
use crate::s3::waiting::wait;
use crate::{Applied, CopiedInside, Opened, Result, Written};

/// Parts that the store copies at once.
const AT_ONCE: usize = 4;

impl S3 {
    pub(super) fn copied_inside(
        &self,
        node: NodeId,
        from: &Opened,
        hash: &str,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<CopiedInside>> {
        let Some(source) = from.object().and_then(|object| object.source_for(&self.client)) else { return Ok(None) };
        self.abort_parts(node)?;
        match self.copy_object(&source, &self.key(node), Some(node), goes_on) {
            Ok(()) => {}
            Err(failure) if failure.is_refusal() => {
                tracing::debug!("The store {} copies nothing by itself: {failure}", self.name);
                return Ok(None);
            }
            Err(failure) => {
                // It may have made the copy although it did not say so.
                drop(self.delete(self.key(node)));
                return Err(failure.into());
            }
        }
        let checked = self.checked(node, &source.head, hash, goes_on);
        let Ok(Some(written)) = checked else {
            self.delete(self.key(node))?;
            return checked.map(|_| None);
        };
        let store = self.clone();
        let applied = Applied::undone_by(move || store.delete(store.key(node)));
        Ok(Some(CopiedInside { written, applied }))
    }

    /// What is there, if it is a copy of `source`. The tag of an object is made of its bytes. A store whose tags are made
    /// of something else says nothing by them: then its bytes are read.
    fn checked(&self, node: NodeId, source: &Head, hash: &str, goes_on: &dyn Fn() -> bool) -> Result<Option<Written>> {
        let Some(there) = self.head(node)?.filter(|there| there.written.size == source.written.size) else {
            return Ok(None);
        };
        let written = there.written;
        let says_so = there.etag == source.etag && there.etag.as_deref().is_some_and(|etag| etag.starts_with('"'));
        if says_so {
            return Ok(Some(written));
        }
        let opened = Opened::from(self.remote(node, there));
        Ok((copy_while(opened.bytes(), &mut io::sink(), goes_on)? == hash).then_some(written))
    }

    /// The store makes the copy. `noted_for`: with the files of this node the id is noted under which it comes in parts.
    pub(super) fn copy_object(
        &self,
        source: &Source,
        to: &str,
        noted_for: Option<NodeId>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let (client, from, key) = (self.client.clone(), source.clone(), to.to_owned());
        let parts = copying::parts(&source.head);
        if parts.is_empty() {
            return wait(async move { copying::copy_whole(&client, &from, &key).await });
        }
        let modified_ns = source.head.written.modified_ns;
        let upload = wait(async move { sending::create_parts(&client, &key, modified_ns).await })?;
        let noted = noted_for.map_or(Ok(()), |node| self.staged.note_parts(node, &upload));
        let copied =
            noted.map_err(Failure::from).and_then(|()| self.copy_parts(source, (to, &upload), &parts, goes_on));
        let (client, key) = (self.client.clone(), to.to_owned());
        if copied.is_ok() || wait(async move { sending::abort(&client, &key, &upload).await }).is_ok() {
            noted_for.map_or(Ok(()), |node| self.staged.forget_parts(node)).map_err(io::Error::other)?;
        }
        copied
    }

    fn copy_parts(
        &self,
        source: &Source,
        (to, upload): (&str, &str),
        parts: &[Part],
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let mut etags = Vec::with_capacity(parts.len());
        for some in parts.chunks(AT_ONCE) {
            if !goes_on() {
                return Err(io::Error::other("it is cancelled").into());
            }
            let (client, from, some) = (self.client.clone(), source.clone(), some.to_vec());
            let (key, upload) = (to.to_owned(), upload.to_owned());
            let copied = wait(async move { copying::copy_parts(&client, &from, (&key, &upload), &some).await });
            etags.extend(copied?);
        }
        let (client, key, upload) = (self.client.clone(), to.to_owned(), upload.to_owned());
        wait(async move { sending::complete_parts(&client, &key, &upload, &etags).await })
    }

    /// An object of this store, to be copied.
    pub(super) fn source(&self, key: String, head: Head) -> Result<Source, Failure> {
        Ok(Source { bucket: self.client.signing()?.0.name().to_owned(), key, head })
    }
}
