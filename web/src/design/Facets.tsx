import { useState } from 'react';
import { FacetColumn } from '../areas/content/search/FacetColumn';
import { type Asked, colours, shapes } from '../areas/content/search/search-params';
import type { Facets as Counts } from '../areas/content/search/search-queries';
import classes from './DesignPage.module.css';
import { Section, State } from './Section';

const YEAR = 2026;
const MONTHS = 12;
const begins = (month: number) => Date.UTC(YEAR, month, 1) / 1000;

const counts: Counts = {
  types: [
    { entry_type: 'image', count: 31 },
    { entry_type: 'video', count: 4 },
    { entry_type: 'pdf', count: 3 },
  ],
  months: Array.from({ length: MONTHS }, (_, month) => ({
    ...{ since: begins(month), until: begins(month + 1), count: (month * 7) % 12 },
  })),
  people: ['Ana Souza', 'Beatriz Lima', 'José Álvares'].map((name, at) => ({ name, users_id: at + 1, count: 12 - at })),
  orientations: shapes.map((orientation, at) => ({ orientation, count: at === 3 ? 0 : 20 - at })),
  colours: colours.map((colour, at) => ({ colour, count: at % 4 })),
  folders: [
    { node_id: 5, name: 'Verão 2026', count: 26 },
    { node_id: 6, name: 'Press', count: 12 },
  ],
  ...{ total: 38, complete: true },
};

const none: Counts = { ...counts, types: [], people: [], folders: [], total: 0 };
const states: readonly (readonly [string, Counts, Asked])[] = [
  ['nothing chosen', counts, { term: 'sea' }],
  ['chosen', counts, { term: 'sea', type: 'pictures', by: '1', shape: 'landscape', colour: 'teal', below: 5 }],
  ['not all are counted', { ...counts, total: 1001, complete: false }, { term: 'sea' }],
  ['nothing found', none, { term: 'sea' }],
];

function Facet({ of, at }: { of: Counts; at: Asked }) {
  const [asked, change] = useState(at);
  return <FacetColumn asked={asked} facets={of} change={change} />;
}

/** What hits of a search are narrowed by. */
export function Facets() {
  return (
    <Section title="Facets">
      <div className={classes['cards']}>
        {states.map(([name, of, at]) => (
          <State key={name} name={name}>
            <Facet of={of} at={at} />
          </State>
        ))}
      </div>
    </Section>
  );
}
