import { expect, it } from 'vitest';
import { draftOf, emptyDraft, mentioned, piecesOf, textOf, typedMention } from './mention-text';

const ana = { users_id: 7, name: 'Ana' };
const anabela = { users_id: 8, name: 'Anabela Prado' };

it('draws the names of who is mentioned, and leaves what only looks like a mention', () => {
  expect(piecesOf('<@7>, see <@9> and <@8>!', [ana, anabela])).toEqual([
    ana,
    { text: ', see <@9> and ' },
    anabela,
    { text: '!' },
  ]);
});

it('gives a comment back as it was, once it was a draft', () => {
  const text = 'To <@7> and <@8>: @all of <@7>.';
  const draft = draftOf(text, [ana, anabela]);
  expect(draft.text).toBe('To @Ana and @Anabela Prado: @all of @Ana.');
  expect(textOf(draft)).toBe(text);
});

it('keeps two people of one name apart', () => {
  const other = { users_id: 9, name: 'Ana' };
  const draft = draftOf('<@7><@9>', [ana, other]);
  expect(draft.text).toBe('@Ana@Ana (2)');
  expect(textOf(draft)).toBe('<@7><@9>');
});

it('means the longer of two names, and nobody by a part of a word', () => {
  const chosen = { Ana: 7, 'Ana Souza': 9 };
  expect(textOf({ text: '@Ana Souza, @Ana, @Anabela', chosen })).toBe('<@9>, <@7>, @Anabela');
});

it('notices a mention while it is typed', () => {
  const typed = (text: string) => typedMention({ ...emptyDraft, text }, text.length)?.words ?? null;
  expect(['@', 'a @', '(@an', '@ana so', 'a\n@x'].map(typed)).toEqual(['', '', 'an', 'ana so', 'x']);
  expect(['', 'a', 'ana@lume', '@@', '@ x', '@one two three four', '@a\n'].map(typed)).toEqual(Array(7).fill(null));
});

it('does not offer people again after somebody was chosen', () => {
  const { draft, caret } = mentioned({ ...emptyDraft, text: '@an' }, 0, 3, ana);
  expect(typedMention(draft, caret)).toBeNull();
  expect(typedMention({ ...draft, text: '@Ana' }, 4)).toBeNull();
  expect(typedMention({ ...draft, text: '@Ana and @b' }, 11)).toEqual({ at: 9, words: 'b' });
});

it('puts the chosen person in place of what was typed', () => {
  const draft = { ...emptyDraft, text: 'Look, @an please' };
  const done = mentioned(draft, 6, 9, ana);
  expect(done.draft).toEqual({ text: 'Look, @Ana please', chosen: { Ana: 7 } });
  expect(done.caret).toBe(10);
  expect(mentioned({ ...emptyDraft, text: '@' }, 0, 1, ana).draft.text).toBe('@Ana ');
});
