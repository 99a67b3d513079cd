import { Checkbox } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf, typeGroups } from '../../../platform/registry/entry-types';
import { useRegistry } from '../../../platform/registry/registry';
import { ColoursFacet } from './ColoursFacet';
import classes from './FacetColumn.module.css';
import { MonthBars } from './MonthBars';
import { PeopleFacet } from './PeopleFacet';
import { PixelsFacet } from './PixelsFacet';
import { ShapesFacet } from './ShapesFacet';
import { type Asked, chosen, toggled } from './search-params';
import type { Facets } from './search-queries';

export interface FacetProps {
  asked: Asked;
  facets: Facets;
  change: (next: Asked) => void;
}

/** Types that stay to be seen if nothing has them. */
const ALWAYS: readonly string[] = ['pictures', 'films', 'documents', 'sound'];

/** What hits can be narrowed by, and how many there are of each. */
export function FacetColumn({ asked, facets, change }: FacetProps) {
  const { t, i18n } = useTranslation(['content_search', 'content']);
  const { entryTypes } = useRegistry();
  const number = (count: number) => {
    const text = new Intl.NumberFormat(i18n.language).format(count);
    // If not all were counted, there may be some of what has none so far.
    if (!facets.complete && count === 0) return '';
    return facets.complete ? text : t('more', { amount: text });
  };
  const groups = typeGroups.map((group) => {
    const keys = keysOf(entryTypes, group);
    const of = facets.types.filter((type) => keys.includes(type.entry_type));
    return { group, count: of.reduce((sum, { count }) => sum + count, 0) };
  });
  const picked = chosen(asked.type, typeGroups);
  return (
    <search aria-label={t('facets.label')}>
      <Section title={t('facets.type')}>
        {groups
          .filter(({ group, count }) => count > 0 || ALWAYS.includes(group) || picked.includes(group))
          .map(({ group, count }) => (
            <Choice
              key={group}
              label={t(`content:group.${group}`)}
              count={number(count)}
              checked={picked.includes(group)}
              toggle={() => change({ ...asked, type: toggled(asked.type, group) })}
            />
          ))}
      </Section>
      <Section title={t('facets.date')}>
        <MonthBars {...{ asked, facets, change }} />
      </Section>
      {facets.people.length > 0 && (
        <Section title={t('facets.person')}>
          <PeopleFacet {...{ asked, facets, change }} />
        </Section>
      )}
      <Section title={t('facets.orientation')}>
        <ShapesFacet {...{ asked, facets, change }} />
      </Section>
      <Section title={t('facets.colour')}>
        <ColoursFacet {...{ asked, facets, change }} />
      </Section>
      <Section title={t('facets.size')}>
        <PixelsFacet {...{ asked, facets, change }} />
      </Section>
      {facets.folders.length > 0 && (
        <Section title={t('facets.folder')}>
          {facets.folders.map(({ node_id, name, count }) => (
            <Choice
              key={node_id}
              label={name}
              count={number(count)}
              checked={asked.below === node_id}
              toggle={() => change({ ...asked, below: asked.below === node_id ? undefined : node_id })}
            />
          ))}
        </Section>
      )}
    </search>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type ChoiceProps = { label: string; count: string; checked: boolean; toggle: () => void };

function Choice({ label, count, checked, toggle }: ChoiceProps) {
  return (
    <div className={classes['choice']}>
      <Checkbox
        size="xs"
        classNames={{ labelWrapper: classes['words'] ?? '' }}
        label={<span title={label}>{label}</span>}
        checked={checked}
        onChange={toggle}
      />
      <span className={classes['count']}>{count}</span>
    </div>
  );
}
