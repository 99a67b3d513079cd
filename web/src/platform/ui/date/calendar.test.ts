import { expect, it } from 'vitest';
import { addDays, addMonths, firstOfWeek, parseDay, weeksOf } from './calendar';

it.each([
  ['22 Nov 2026', 'en'],
  ['22 november 2026', 'en'],
  ['22/11/2026', 'en'],
  ['22.11.26', 'en'],
  ['2026-11-22', 'en'],
  ['22 nov. 2026', 'pt'],
  ['22 de novembro de 2026', 'pt'],
  ['22/11/2026', 'pt'],
])('%s is a day in %s', (text, language) => {
  expect(parseDay(text, language)).toBe('2026-11-22');
});

it.each(['', 'soon', '31/2/2026', '22 Foo 2026', '22/11', '0/11/2026', '22/13/2026', '22 n 2026'])(
  '"%s" is no day',
  (text) => {
    expect(parseDay(text, 'en')).toBeNull();
  },
);

it('the third month has its accent or not', () => {
  expect(parseDay('1 março 2027', 'pt')).toBe('2027-03-01');
  expect(parseDay('1 marco 2027', 'pt')).toBe('2027-03-01');
});

it('days and months are counted by the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2027-01-31', -2)).toBe('2026-11-30');
});

it('weeks begin as people of the language expect', () => {
  expect(firstOfWeek('2026-11-26', 'en')).toBe('2026-11-23');
  expect(firstOfWeek('2026-11-26', 'pt')).toBe('2026-11-22');
  const weeks = weeksOf('2026-11-26', 'en');
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-10-26', '2026-12-06']);
  expect(weeksOf('2026-02-10', 'pt')).toHaveLength(4);
});
