import { expect, it } from 'vitest';
import { atMost, readPeople, writePeople } from './batch';

const ana = { name: 'Ana Souza', email: 'ana@acme.example' };
const bo = { name: 'Bo, Jr. "B"', email: 'bo@acme.example' };

it.each([
  ['commas', 'Ana Souza,ana@acme.example', [ana]],
  ['semicolons, as spreadsheets in Brazil write them', 'Ana Souza;ana@acme.example\r\n', [ana]],
  ['tabs', 'Ana Souza\tana@acme.example', [ana]],
  ['the e-mail first', 'ana@acme.example, Ana Souza', [ana]],
  ['an address book', 'Ana Souza <ana@acme.example>,', [ana]],
  ['quotes', '"Bo, Jr. ""B""",bo@acme.example', [bo]],
  ['headings', '\uFEFFName,E-mail\nAna Souza,ana@acme.example\n\n', [ana]],
  ['a line without an e-mail, for the server to refuse', 'Ana Souza', [{ name: 'Ana Souza', email: '' }]],
  ['what is no e-mail, for the server to refuse', 'Ana Souza, ana', [{ name: 'Ana Souza', email: 'ana' }]],
  ['an e-mail alone', 'ana@acme.example', [{ name: '', email: 'ana@acme.example' }]],
  ['nothing', ' \n ', []],
])('reads %s', (_, text, rows) => {
  expect(readPeople(text)).toEqual(rows);
});

it('writes what it reads', () => {
  const rows = [ana, bo, { name: 'Ana', email: '' }, { name: '', email: 'ana@acme.example' }];
  expect(readPeople(writePeople(rows))).toEqual(rows);
});

it('takes as many as the server does, and says how many are too many', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `Ana ${at}, ana${at}@acme.example`).join('\n');
  const rule = atMost(1000, (count) => `${count} people`);
  expect(rule.safeParse(lines(1000)).success).toBe(true);
  expect(rule.safeParse(lines(1001)).error?.issues[0]?.message).toBe('1001 people');
  expect(rule.safeParse('').success).toBe(false);
});
