import { Suspense } from 'react';
import type { DetailTab } from '../../../platform/registry/area';
import { useDetailTabs } from '../../../platform/registry/use-detail-tabs';
import { useLinkedPlace } from '../../../platform/routing/use-linked-place';
import { isClosed } from '../move/may-move';
import type { Entry } from '../queries';
import classes from './PageParts.module.css';

type Props = { appId: number; entry: Entry };

/** What areas say about an entry in a tab, and on its own page below the information. */
export function PageParts({ appId, entry }: Props) {
  const tabs = useDetailTabs();
  return tabs
    .filter((tab) => tab.onPage && tab.fits(entry) && (tab.whileLocked || !isClosed(entry)))
    .map((tab) => <PagePart key={tab.key} tab={tab} appId={appId} entry={entry} />);
}

function PagePart({ tab, appId, entry }: Props & { tab: DetailTab }) {
  const { key, label, Tab } = tab;
  const place = useLinkedPlace<HTMLElement>(key);
  return (
    <section ref={place} id={key} tabIndex={-1} className={classes['part']} aria-label={label()}>
      <h2 className={classes['title']}>{label()}</h2>
      <Suspense fallback={null}>
        <Tab key={entry.node_id} appId={appId} entry={entry} pictured />
      </Suspense>
    </section>
  );
}
