import type { TFunction } from 'i18next';
import { typeGroups } from '../../../platform/registry/entry-types';
import { shades } from './colour-shades';
import { monthName } from './month-name';
import { type Asked, chosen, colours, people, shapes, toggled } from './search-params';
import type { Facets } from './search-queries';

/** A choice, and what is asked for without it. */
export interface Chip {
  key: string;
  label: string;
  /** The colour of a dot before it. */
  dot?: string;
  without: Asked;
}

/** What is chosen, one chip each. */
export function chosenChips(
  asked: Asked,
  facets: Facets | null,
  folder: string | null,
  t: TFunction<'content_search'>,
  language: string,
): Chip[] {
  const chips: Chip[] = chosen(asked.type, typeGroups).map((group) => ({
    key: group,
    label: t(`group.${group}`, { ns: 'content' }),
    without: { ...asked, type: toggled(asked.type, group) },
  }));
  if (asked.since !== undefined || asked.until !== undefined) {
    chips.push({
      key: 'date',
      label: dates(asked, t, language),
      without: { ...asked, since: undefined, until: undefined },
    });
  }
  for (const id of people(asked.by)) {
    const name = facets?.people.find((person) => person.users_id === id)?.name;
    chips.push({ key: `by ${id}`, label: name ?? '…', without: { ...asked, by: toggled(asked.by, String(id)) } });
  }
  for (const shape of chosen(asked.shape, shapes)) {
    chips.push({ key: shape, label: t(`shape.${shape}`), without: { ...asked, shape: toggled(asked.shape, shape) } });
  }
  for (const colour of chosen(asked.colour, colours)) {
    const without = { ...asked, colour: toggled(asked.colour, colour) };
    chips.push({ key: colour, label: t(`colour.${colour}`), dot: shades[colour], without });
  }
  if (asked.px !== undefined) {
    chips.push({ key: 'px', label: t('pixels.from', { amount: asked.px }), without: { ...asked, px: undefined } });
  }
  if (asked.below !== undefined) {
    chips.push({ key: 'below', label: folder ?? '…', without: { ...asked, below: undefined } });
  }
  return chips;
}

function dates({ since, until }: Asked, t: TFunction<'content_search'>, language: string): string {
  const from = since === undefined ? '…' : monthName(since, language);
  // The end is where the next month begins.
  const last = until === undefined ? null : monthName(until - 1, language);
  if (last === null) return t('date.from', { month: from });
  return from === last ? from : t('date.span', { from, to: last });
}
