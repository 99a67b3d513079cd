import { expect, it } from 'vitest';
import { ago, dayAgo, dayName } from './ago';

const at = (text: string) => new Date(text).getTime() / 1000;
const now = at('2026-11-25T15:00:00');

it.each([
  ['2026-11-25T14:59:40', 'now', 'agora'],
  ['2026-11-25T14:20:00', '40 minutes ago', 'há 40 minutos'],
  ['2026-11-25T12:00:00', '3 hours ago', 'há 3 horas'],
  ['2026-11-24T23:00:00', 'yesterday', 'ontem'],
  ['2026-11-22T09:00:00', '3 days ago', 'há 3 dias'],
  ['2026-11-01T09:00:00', '1 Nov 2026', '1 nov. 2026'],
  ['2026-11-25T15:03:00', 'now', 'agora'],
])('%s was %s', (moment, en, pt) => {
  expect([ago(at(moment), now, 'en'), ago(at(moment), now, 'pt')]).toEqual([en, pt]);
});

it.each([
  ['2026-11-25T00:00:00', 'Today', 'Hoje'],
  ['2026-11-24T23:00:00', 'Yesterday', 'Ontem'],
  ['2026-11-20T12:00:00', 'Friday', 'Sexta-feira'],
  ['2026-11-02T12:00:00', '2 Nov 2026', '2 nov. 2026'],
])('%s is called %s', (moment, en, pt) => {
  expect([dayName(at(moment), now, 'en'), dayName(at(moment), now, 'pt')]).toEqual([en, pt]);
});

it.each([
  ['2026-11-25T00:00:00', 'today', 'hoje'],
  ['2026-11-25T15:03:00', 'today', 'hoje'],
  ['2026-11-24T23:00:00', 'yesterday', 'ontem'],
  ['2026-11-02T12:00:00', '2 Nov 2026', '2 nov. 2026'],
])('%s was %s, by the day', (moment, en, pt) => {
  expect([dayAgo(at(moment), now, 'en'), dayAgo(at(moment), now, 'pt')]).toEqual([en, pt]);
});
