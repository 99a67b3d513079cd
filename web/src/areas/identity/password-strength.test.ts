import { expect, it } from 'vitest';
import { loadJudge, wordsAbout } from './password-strength';

const about = wordsAbout('Marina Souza', 'marinasouza@acme.example', ['Casa Lumen']);

it('knows somebody by the words of their name and e-mail', () => {
  expect(about).toEqual([
    'Marina',
    'Souza',
    'Marina Souza',
    'marinasouza@acme.example',
    'marinasouza',
    'acme',
    'example',
    'Casa',
    'Lumen',
    'Casa Lumen',
  ]);
});

// The first ones are those of the server's own test (platform/passwords/src/rules.rs).
it.each([
  ['short 1', 0],
  ['açúcar!', 0],
  ['password1', 1],
  ['12345678', 1],
  ['marinasouza', 1],
  ['jaguar telhado neblina', 4],
  ['aaaaaaaa', 1],
  ['m4rina50uza', 1],
  ['acme2026', 1],
  ['brasil2026', 1],
  ['sunflower7', 1],
  ['vitrine1', 1],
  ['Vitrine2026!', 1],
  ['V1tr1n3#2026', 1],
  ['casalumen2026', 1],
  ['C@salum3n-99', 1],
  ['Summer2026!', 1],
  ['Verão-2027', 1],
  ['20262027', 1],
  ['Marina.Souza#12', 1],
  ['horse-ab', 2],
  ['gato preto', 3],
] as const)('%j is rated %i', async (password, expected) => {
  const judge = await loadJudge();
  expect(judge(password, about)).toBe(expected);
});
