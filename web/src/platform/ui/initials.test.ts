import { expect, it } from 'vitest';
import { hueOf, initials } from './initials';

it.each([
  ['Ana Souza', 'AS'],
  ['Ana Maria de Souza', 'AS'],
  ['júlia', 'JÚ'],
  ['E\u0301lodie Petit', 'E\u0301P'],
  ['Jean-Luc', 'JL'],
  ['李 小龙', '李小'],
  ['  x ', 'X'],
  ['', ''],
  ['🦊 Fox', 'FO'],
])('%j has the letters %j', (name, wanted) => {
  expect(initials(name)).toBe(wanted);
});

it('gives people of one team colours of their own', () => {
  const team = ['Ana Souza', 'Júlia Martins', 'Marcos Lima', 'Rafael Costa', 'Nora Berg', 'Otto Kern'];
  expect(new Set(team.map(hueOf)).size).toBeGreaterThan(4);
  expect(hueOf('Ana Souza')).toBe(hueOf('Ana Souza'));
});
