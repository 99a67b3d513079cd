//! Objects and lists of them are read.

use super::Objects;
use super::answer::Answer;
use super::request::Request;

/// Keys that one page of a listing has at the most.
const PAGE: usize = 3;

pub(super) fn get(request: &Request, objects: &Objects, key: &str) -> Answer {
    let Some(object) = objects.all.get(key) else { return Answer::error(404, "NoSuchKey") };
    if request.header("if-match").is_some_and(|wanted| wanted != object.etag) {
        return Answer::error(412, "PreconditionFailed");
    }
    let answer = |status, bytes: &[u8]| {
        let noted = object.noted.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let with = Answer::of(status).with("etag", &object.etag).with("last-modified", "Mon, 12 Oct 2009 17:50:00 GMT");
        noted.fold(with, |answer, (name, value)| answer.with(name, value)).body(bytes)
    };
    let range = request.header("range").and_then(|range| range.strip_prefix("bytes=")?.split_once('-'));
    match range.and_then(|(first, last)| Some((first.parse::<usize>().ok()?, last.parse::<usize>().ok()?))) {
        Some((first, last)) if first <= last && last < object.bytes.len() => answer(206, &object.bytes[first..=last]),
        Some(_) => Answer::error(416, "InvalidRange"),
        None => answer(200, &object.bytes),
    }
}

pub(super) fn list(request: &Request, objects: &Objects) -> Answer {
    let (prefix, after) = (request.query("prefix").unwrap_or_default(), request.query("continuation-token"));
    let most = request.query("max-keys").and_then(|most| most.parse().ok()).unwrap_or(PAGE).min(PAGE);
    let rest = objects.all.iter().filter(|(key, _)| key.starts_with(&prefix));
    let rest: Vec<_> =
        rest.filter(|(key, _)| after.as_ref().is_none_or(|after| key.as_str() > after.as_str())).collect();
    let mut said = String::new();
    for (key, object) in rest.iter().take(most) {
        let below = key[prefix.len()..].split_once('/').map(|(folder, _)| folder);
        said += &match below {
            Some(folder) => format!("<CommonPrefixes><Prefix>{prefix}{folder}/</Prefix></CommonPrefixes>"),
            None => format!("<Contents><Key>{key}</Key><Size>{}</Size></Contents>", object.bytes.len()),
        };
    }
    let is_more = rest.len() > most;
    said += &format!("<IsTruncated>{is_more}</IsTruncated>");
    if let Some((last, _)) = rest.iter().take(most).next_back().filter(|_| is_more) {
        said += &format!("<NextContinuationToken>{last}</NextContinuationToken>");
    }
    Answer::document("ListBucketResult", &said)
}
