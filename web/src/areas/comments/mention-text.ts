import type { Schema } from '../../platform/api/client';

type Mention = Schema<'CommentMention'>;

/** Whom the `@names` of a draft stand for, by the names as they stand in it. */
type Chosen = Readonly<Record<string, number>>;

/** A text that somebody is writing: a mention stands in it as `@Ana Souza`. */
export interface Draft {
  text: string;
  chosen: Chosen;
}

export const emptyDraft: Draft = { text: '', chosen: {} };

const MENTION = /<@(\d{1,18})>/g;

export type Piece = { text: string } | Mention;

/** The words of a comment, and who is mentioned between them. */
export function piecesOf(text: string, mentions: readonly Mention[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(MENTION)) {
    const mention = mentions.find(({ users_id }) => users_id === Number(found[1]));
    if (!mention) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push(mention);
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** A name for the draft; a second person of one name gets a number. */
function nameIn(chosen: Chosen, { name, users_id }: Mention): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} (${number})`;
    if ((chosen[tried] ?? users_id) === users_id) return tried;
  }
}

/** A comment as its author changes it. */
export function draftOf(text: string, mentions: readonly Mention[]): Draft {
  let draft = emptyDraft;
  for (const piece of piecesOf(text, mentions)) {
    if ('text' in piece) draft = { ...draft, text: draft.text + piece.text };
    else {
      const name = nameIn(draft.chosen, piece);
      draft = { text: `${draft.text}@${name}`, chosen: { ...draft.chosen, [name]: piece.users_id } };
    }
  }
  return draft;
}

/** The text as the server takes it. Of two names that begin alike, the longer one is meant. */
export function textOf({ text, chosen }: Draft): string {
  const names = Object.keys(chosen).sort((one, other) => other.length - one.length);
  let written = '';
  let at = 0;
  while (at < text.length) {
    const name = text[at] === '@' ? names.find((one) => standsAt(text, at + 1, one)) : undefined;
    if (name === undefined) {
      written += text[at];
      at += 1;
    } else {
      written += `<@${chosen[name]}>`;
      at += name.length + 1;
    }
  }
  return written.trim();
}

/** "@Ana" is not in "@Anabela". */
function standsAt(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length));
}

/** The words after an `@` that end at the caret, and where it stands; null if nobody is being mentioned any more. */
export function typedMention({ text, chosen }: Draft, caret: number): { at: number; words: string } | null {
  const found = /(?:^|[^\p{L}\p{N}@])@([^\s@][^@\n]{0,40})?$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const words = found[1] ?? '';
  const isChosen = Object.keys(chosen).some((name) => `${words} `.startsWith(`${name} `));
  return isChosen || words.split(' ').length > 3 ? null : { at: caret - words.length - 1, words };
}

/** The draft with somebody in place of what was typed, and where the caret is then. */
export function mentioned(draft: Draft, at: number, caret: number, person: Mention): { draft: Draft; caret: number } {
  const name = nameIn(draft.chosen, person);
  const after = draft.text.slice(caret);
  const begin = `${draft.text.slice(0, at)}@${name}${/^\s/.test(after) ? '' : ' '}`;
  return {
    draft: { text: begin + after, chosen: { ...draft.chosen, [name]: person.users_id } },
    caret: begin.length,
  };
}
