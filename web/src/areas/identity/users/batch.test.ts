import { expect, it } from 'vitest';
import { readPeople, writePeople } from './batch';

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
