import { afterEach, expect, it } from 'vitest';
import { endWords, exactEnd } from './ends';
import { speak } from './texts';

afterEach(() => speak('en'));

/** A Wednesday afternoon, wherever one is. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime() / 1000;
const now = at(25, 15);

it.each([
  [now + 30, 'Ends in 1 minute', 'Termina em 1 minuto'],
  [at(25, 15, 25), 'Ends in 25 minutes', 'Termina em 25 minutos'],
  [at(25, 18), 'Ends today 18:00', 'Termina hoje às 18:00'],
  [at(26, 9, 30), 'Ends tomorrow 09:30', 'Termina amanhã às 09:30'],
  [at(27, 18), 'Ends on Friday 18:00', 'Termina sexta-feira às 18:00'],
  [at(30, 0, 5), 'Ends on Monday 00:05', 'Termina segunda-feira às 00:05'],
  [new Date(2026, 11, 2, 18).getTime() / 1000, 'Ends on 2 December 2026', 'Termina em 2 de dezembro de 2026'],
  [now - 5, 'Ends in 1 minute', 'Termina em 1 minuto'],
])('%d is said as one would say it', (end, english, portuguese) => {
  expect(endWords(end, now)).toBe(english);
  speak('pt');
  expect(endWords(end, now)).toBe(portuguese);
});

it('tells the exact moment with its zone', () => {
  expect(exactEnd(at(27, 18))).toMatch(/Friday.* 27 November 2026.* 18:00 \S+/);
});
