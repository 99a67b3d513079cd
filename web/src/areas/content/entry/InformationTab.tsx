import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailTabProps } from '../../../platform/registry/area';
import { AlsoIn, LooksAlike } from '../equal/equal-later';
import { mayHaveEqual, mayLookAlike } from '../equal/may-have-equal';
import { LinksSection } from '../share/links-later';
import { mayHaveLinks } from '../share/may-have-links';
import { EntryFacts } from './EntryFacts';
import classes from './InformationTab.module.css';
import { Thumbnail } from './Thumbnail';

/** The panel is 360 px wide. */
const FRAME = { width: 328, height: 246, fit: 'contain' } as const;

/** A file's picture and the facts about an entry, with a way to its page. */
export function InformationTab({ appId, entry, pictured = false }: DetailTabProps) {
  const { t } = useTranslation('content');
  return (
    <>
      {entry.node_type === 'file' && !pictured && (
        <div className={classes['picture']}>
          <Thumbnail appId={appId} entry={entry} frame={FRAME} itself />
        </div>
      )}
      <EntryFacts appId={appId} nodeId={entry.node_id} />
      <Link
        className={classes['link']}
        to="/content/$appId/actions/entry/info/$nodeId"
        params={{ appId, nodeId: entry.node_id }}
      >
        {t('panel.page')}
      </Link>
      {mayHaveEqual(entry) && (
        <Suspense fallback={null}>
          <AlsoIn appId={appId} entry={entry} />
          {mayLookAlike(entry) && <LooksAlike appId={appId} entry={entry} />}
        </Suspense>
      )}
      {mayHaveLinks(entry) && (
        <Suspense fallback={null}>
          <LinksSection appId={appId} entry={entry} />
        </Suspense>
      )}
    </>
  );
}
