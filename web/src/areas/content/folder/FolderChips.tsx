import { IconChevronDown, IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { keysOf, type TypeGroup, typeGroups } from '../../../platform/registry/entry-types';
import { useRegistry } from '../../../platform/registry/registry';
import { later } from '../../../platform/routing/later';
import { OnUse } from '../../../platform/ui/OnUse';
import { entryFacetsQuery } from '../queries';
import classes from './FolderChips.module.css';
import type { Narrow, Narrowed } from './use-narrowed';

const PersonMenu = later(() => import('./FolderMenus'), 'PersonMenu');

interface Props {
  appId: number;
  folderId: number;
  narrowed: Narrowed;
  /** How many entries the folder has; null if nobody knows. */
  total: number | null;
}

type Choice = { narrow: Narrow; change: (next: Narrow) => void };

/** What has no room is scrolled to: by the wheel of a mouse, up to its end, and when it gets the focus. */
function scrollSideways(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  const turn = (event: WheelEvent) => {
    const before = row.scrollLeft;
    if (event.deltaX === 0) row.scrollLeft += event.deltaY;
    if (row.scrollLeft !== before) event.preventDefault();
  };
  const show = ({ target }: FocusEvent) => {
    if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  row.addEventListener('wheel', turn, { passive: false });
  row.addEventListener('focusin', show);
  return () => {
    row.removeEventListener('wheel', turn);
    row.removeEventListener('focusin', show);
  };
}

/** By what the list of a folder can be narrowed: a type, and who brought it. */
export function FolderChips({ appId, folderId, narrowed, total }: Props) {
  const { t, i18n } = useTranslation('content');
  const { entryTypes } = useRegistry();
  const { narrow, filter, change } = narrowed;
  const facets = useQuery(entryFacetsQuery(appId, folderId, filter)).data;
  // Its row stays until it is known that there are none.
  if (facets === undefined) return <span />;
  const countOf = (group: TypeGroup) => {
    const keys = keysOf(entryTypes, group);
    return facets.types.reduce((sum, { entry_type, count }) => sum + (keys.includes(entry_type) ? count : 0), 0);
  };
  const groups = typeGroups.map((group) => ({ group, count: countOf(group) }));
  const offered = groups.filter(({ group, count }) => count > 0 || group === narrow.type);
  const all = facets.complete ? groups.reduce((sum, { count }) => sum + count, 0) : total;
  const said = (count: number | null) => (count === null ? '' : count.toLocaleString(i18n.language));
  if (offered.length < 2 && filter === null && facets.people.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div ref={scrollSideways} role="group" aria-label={t('chips.label')} className={classes['chips']}>
      {(offered.length > 1 || filter !== null) && (
        <>
          <Chip
            label={t('chips.all')}
            count={said(all)}
            pressed={narrow.type === undefined}
            press={() => change({ ...narrow, type: undefined })}
          />
          {offered.map(({ group, count }) => (
            <Chip
              key={group}
              label={t(`group.${group}`)}
              count={facets.complete ? said(count) : ''}
              pressed={narrow.type === group}
              press={() => change({ ...narrow, type: narrow.type === group ? undefined : group })}
            />
          ))}
        </>
      )}
      {(facets.people.length > 1 || narrow.by !== undefined) && (
        <PersonChip people={facets.people} complete={facets.complete} {...{ narrow, change }} />
      )}
    </div>
  );
}

type ChipProps = { label: string; count: string; pressed: boolean; press: () => void };

function Chip({ label, count, pressed, press }: ChipProps) {
  return (
    <button type="button" className={classes['chip']} aria-pressed={pressed} onClick={press}>
      {label} {count !== '' && <span className={classes['count']}>{count}</span>}
    </button>
  );
}

type PersonProps = Choice & { people: readonly Schema<'PersonFacet'>[]; complete: boolean };

/** Who brought it: a menu of people, and the way back. */
function PersonChip({ people, complete, narrow, change }: PersonProps) {
  const { t } = useTranslation('content');
  const chosen = people.find(({ users_id }) => String(users_id) === narrow.by);
  const choose = (by: string | undefined) => change({ ...narrow, by });
  const button = (
    <button type="button" className={classes['chip']} aria-pressed={narrow.by !== undefined}>
      <IconUser size={15} aria-hidden />
      <span className={classes['name']}>{chosen?.name ?? t('chips.person')}</span>
      {narrow.by === undefined && <IconChevronDown size={14} aria-hidden />}
    </button>
  );
  return (
    <span className={classes['person']} data-chosen={narrow.by !== undefined || undefined}>
      <OnUse target={button} prefetch={PersonMenu.prefetch}>
        <PersonMenu target={button} people={people} counted={complete} chosen={narrow.by} choose={choose} />
      </OnUse>
      {narrow.by !== undefined && (
        <button
          type="button"
          className={classes['clear']}
          aria-label={t('chips.anybody')}
          title={t('chips.anybody')}
          onClick={() => choose(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
