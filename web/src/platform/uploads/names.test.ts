import { describe, expect, it } from 'vitest';
import { legalName, nameProblem, signsApart, trimmedName } from './names';

describe('nameProblem', () => {
  it.each([
    ['Vitrine <Iguatemi>.jpg', { kind: 'signs', signs: ['<', '>'] }],
    ['3:1: dunas.jpg', { kind: 'signs', signs: [':'] }],
    ['a／b.txt', { kind: 'signs', signs: ['／'] }],
    ['', { kind: 'empty' }],
    [`${'é'.repeat(130)}.jpg`, { kind: 'long' }],
    ['plan.', { kind: 'ending' }],
    ['nul.txt', { kind: 'reserved' }],
    ['COM3', { kind: 'reserved' }],
    ['.vitrine', { kind: 'reserved' }],
    ['plan~vitrine12.txt', { kind: 'reserved' }],
    ['gpj\u202e.exe', { kind: 'unseen' }],
  ])('of %j is named', (name, problem) => {
    expect(nameProblem(name)).toEqual(problem);
  });

  it.each(['Açaí – verão 2027 (final).jpg', '日本語.png', '🌞.svg', '.htaccess', 'command.txt', "a'b&c#d%e.pdf"])(
    'is none for %j',
    (name) => expect(nameProblem(name)).toBeNull(),
  );
});

it.each([
  ['Vitrine <Iguatemi>.jpg', 'Vitrine Iguatemi.jpg'],
  ['Outdoor 3:1 – dunas.jpg', 'Outdoor 3×1 – dunas.jpg'],
  ['a/b\\c|d.txt', 'a-b-c-d.txt'],
  ['why?.txt', 'why.txt'],
  ['???.txt', 'file.txt'],
  ['nul.txt', '_nul.txt'],
  ['plan. . ', 'plan'],
  ['plan~vitrine12.txt', '_plan-vitrine12.txt'],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
])('a legal name is offered for %j', (name, legal) => {
  expect(legalName(name)).toBe(legal);
  expect(nameProblem(legal)).toBeNull();
});

it('the refused signs of a name are told apart', () => {
  expect(signsApart('Vitrine <Iguatemi>.jpg')).toEqual(['Vitrine ', '<', 'Iguatemi', '>', '.jpg']);
});

it('blanks around a name are no part of it', () => {
  expect(trimmedName('  spaces.jpg\u00a0')).toBe('spaces.jpg');
});
