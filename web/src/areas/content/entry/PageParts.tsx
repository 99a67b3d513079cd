import { Suspense } from 'react';
import { useDetailTabs } from '../../../platform/registry/use-detail-tabs';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import classes from './PageParts.module.css';

type Props = { appId: number; entry: Entry };

/** What areas say about an entry in a tab, and on its own page below the information. */
export function PageParts({ appId, entry }: Props) {
  const tabs = useDetailTabs();
  return tabs
    .filter((tab) => tab.onPage && tab.fits(entry) && (tab.whileLocked || !isClosed(entry)))
    .map(({ key, label, Tab }) => (
      <section key={key} id={key} className={classes['part']} aria-label={label()}>
        <h2 className={classes['title']}>{label()}</h2>
        <Suspense fallback={null}>
          <Tab key={entry.node_id} appId={appId} entry={entry} pictured />
        </Suspense>
      </section>
    ));
}
