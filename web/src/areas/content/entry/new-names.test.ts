import { describe, expect, it } from 'vitest';
import { askedNames, type NamePattern, NO_PATTERN, newName, newNames } from './new-names';

const file = (name: string, node_id = 1, parent_id = 9) => ({ node_id, parent_id, node_type: 'file', name }) as const;

describe('a new name', () => {
  it.each<[string, string, Partial<NamePattern>, string]>([
    ['keeps its extension', 'IMG_0042.JPG', { base: 'Férias {n}', digits: 3, start: 7 }, 'Férias 007.JPG'],
    ['has its number where it is wanted', 'a.jpg', { base: '{n} – {n}' }, '1 – 1.jpg'],
    ['has no number that nobody wants', 'a.jpg', { base: 'Plan' }, 'Plan.jpg'],
    ['may get another extension', 'a.jpeg', { find: '.jpeg', replace: '.jpg', withExtension: true }, 'a.jpg'],
    ['is found without regard to case', 'Ação AÇÃO.txt', { find: 'ação', replace: 'Plano' }, 'Plano Plano.txt'],
    ['is found as it is written', 'Ação ação.txt', { find: 'ação', replace: 'x', matchCase: true }, 'Ação x.txt'],
    ['is found composed or not', 'verão.txt'.normalize('NFD'), { find: 'ã', replace: 'a' }, 'verao.txt'],
    ['knows no patterns', 'a.b (1).txt', { find: '(1)', replace: '$& [$1]' }, 'a.b $& [$1].txt'],
    ['loses what is replaced by nothing', 'draft plan.txt', { find: 'draft ' }, 'plan.txt'],
    ['is written small', 'FOTO Ümit.PNG', { letters: 'lower' }, 'foto ümit.PNG'],
    ['is written large', 'straße.png', { letters: 'upper' }, 'STRASSE.png'],
    ['begins its words with capitals', 'não é o fim-de-semana.txt', { letters: 'words' }, 'Não É O Fim-De-Semana.txt'],
    ['gets something before and after', '写真.jpg', { prefix: '東京 ', suffix: ' 📷' }, '東京 写真 📷.jpg'],
    ['replaces an emoji whole', '👩‍👧 party.jpg', { find: '👩‍👧', replace: '🎉' }, '🎉 party.jpg'],
    ['of a dot file has no extension', '.profile', { suffix: ' old' }, '.profile old'],
    ['has no blanks around it', 'a.txt', { prefix: '  ' }, 'a.txt'],
  ])('%s', (_, name, pattern, wanted) => {
    expect(newName(file(name), 0, { ...NO_PATTERN, ...pattern })).toBe(wanted);
  });

  it('of a folder is all of its name', () => {
    const folder = { node_type: 'folder', name: 'v1.2' } as const;
    expect(newName(folder, 3, { ...NO_PATTERN, base: 'Day {n}' })).toBe('Day 4');
    expect(newName(folder, 0, { ...NO_PATTERN, suffix: ' old' })).toBe('v1.2 old');
  });
});

describe('new names', () => {
  const states = (
    pattern: Partial<NamePattern>,
    names: readonly string[],
    taken: { name: string; node_id: number }[] = [],
  ) =>
    newNames(
      names.map((name, at) => file(name, at + 1)),
      { ...NO_PATTERN, ...pattern },
      new Map([[9, taken]]),
    ).map(({ name, state }) => `${name}: ${state}`);

  it('are counted in the order of the selection', () => {
    expect(states({ base: 'Photo {n}' }, ['b.jpg', 'a.jpg'])).toEqual(['Photo 1.jpg: new', 'Photo 2.jpg: new']);
  });

  it('are the same where nothing changes', () => {
    expect(states({ letters: 'lower' }, ['a.txt', 'B.txt'])).toEqual(['a.txt: same', 'b.txt: new']);
  });

  it('that entries would share are for the first of them', () => {
    expect(states({ base: 'Plan' }, ['a.txt', 'b.txt', 'c.md'])).toEqual([
      'Plan.txt: new',
      'Plan.txt: taken',
      'Plan.md: new',
    ]);
    expect(states({ find: '2', replace: '1' }, ['A1.txt', 'a2.txt'])).toEqual(['A1.txt: same', 'a1.txt: taken']);
  });

  it('may be those that the others have now', () => {
    const swapped = newNames([file('1.txt', 1), file('2.txt', 2), file('3.txt', 3)], {
      ...NO_PATTERN,
      ...{ base: '{n}', start: 2 },
    });
    expect(swapped.map(({ state }) => state)).toEqual(['new', 'new', 'new']);
  });

  it('may be those of entries elsewhere', () => {
    const both = newNames([file('a.txt', 1, 8), file('b.txt', 2, 9)], { ...NO_PATTERN, base: 'same' });
    expect(both.map(({ state }) => state)).toEqual(['new', 'new']);
    expect([...askedNames(both)]).toEqual([
      [8, ['same.txt']],
      [9, ['same.txt']],
    ]);
  });

  it('are taken where another entry has them, and free where one of these leaves them', () => {
    const taken = [{ name: 'NEW 1.txt', node_id: 50 }];
    expect(states({ base: 'new {n}' }, ['a.txt', 'b.txt'], taken)).toEqual(['new 1.txt: taken', 'new 2.txt: new']);
    const own = [{ name: 'b.txt', node_id: 2 }];
    expect(states({ find: 'a', replace: 'b' }, ['a.txt', 'b.txt'], own)).toEqual(['b.txt: taken', 'b.txt: same']);
    expect(states({ prefix: 'b', matchCase: true }, ['.txt', 'b.txt'], own)).toEqual(['b.txt: new', 'bb.txt: new']);
  });

  it('that no entry can have are marked', () => {
    expect(states({ suffix: '?' }, ['a.txt'])).toEqual(['a?.txt: invalid']);
    expect(states({ find: 'a.txt', withExtension: true }, ['a.txt'])).toEqual([': invalid']);
    expect(states({ base: 'CON' }, ['a.txt'])).toEqual(['CON.txt: invalid']);
  });

  it('with another case alone are in nobody’s way', () => {
    expect(states({ letters: 'upper' }, ['verão.txt'], [{ name: 'VERÃO.txt', node_id: 1 }])).toEqual([
      'VERÃO.txt: new',
    ]);
  });
});
