import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../platform/i18n/i18n';
import { loadSearchTexts } from '../../../platform/i18n/search-texts';
import { ColoursFacet } from './ColoursFacet';
import { chosenChips } from './chosen-chips';
import { type Asked, colours } from './search-params';
import type { Facets } from './search-queries';

const counts = new Map<string, number>([
  ['teal', 34],
  ['orange', 7],
]);
const facets: Facets = {
  ...{ types: [], months: [], people: [], orientations: [], folders: [], total: 38, complete: true },
  colours: colours.map((colour) => ({ colour, count: counts.get(colour) ?? 0 })),
};

beforeAll(async () => {
  await startI18n();
  await loadSearchTexts();
});

function Facet({ at, told }: { at: Asked; told: (string | undefined)[] }) {
  const [asked, setAsked] = useState(at);
  const change = (next: Asked) => {
    told.push(next.colour);
    setAsked(next);
  };
  return <ColoursFacet {...{ asked, facets, change }} />;
}

const named = (name: string) => screen.getByRole('button', { name });
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map((button) => button.getAttribute('aria-label'));

it('shows all colours with their counts, also those that no picture has', () => {
  render(<Facet at={{ term: 'sea', colour: 'teal' }} told={[]} />);
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  const hues = ['Red: 0', 'Orange: 7', 'Brown: 0', 'Yellow: 0', 'Green: 0', 'Teal: 34', 'Blue: 0', 'Purple: 0'];
  const all = [...hues, 'White: 0', 'Grey: 0', 'Black: 0'];
  expect(names).toEqual(all);
  expect(pressed()).toEqual(['Teal: 34']);
});

it('adds a colour to those that are chosen, and takes it back', async () => {
  const told: (string | undefined)[] = [];
  const person = userEvent.setup();
  render(<Facet at={{ term: 'sea', colour: 'teal' }} told={told} />);
  await person.click(named('Orange: 7'));
  expect(pressed()).toEqual(['Orange: 7', 'Teal: 34']);
  await person.click(named('Teal: 34'));
  await person.click(named('Orange: 7'));
  expect(told).toEqual(['teal,orange', 'orange', undefined]);
});

it('a chosen colour is a chip with its dot, which takes back that colour alone', () => {
  const t = i18next.getFixedT('en', 'content_search');
  const chips = chosenChips({ term: 'sea', colour: 'orange,teal' }, facets, null, t, 'en');
  expect(chips.map(({ label, dot, without }) => [label, dot, without.colour])).toEqual([
    ['Orange', '#f0913a', 'teal'],
    ['Teal', '#3f9fa6', 'orange'],
  ]);
});
