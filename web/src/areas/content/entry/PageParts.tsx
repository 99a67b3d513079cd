import { Suspense, use } from 'react';
import { useRegistry } from '../../../platform/registry/registry';
import type { Entry } from '../queries';
import classes from './PageParts.module.css';

type Props = { appId: number; entry: Entry };

/** What areas say about an entry in a tab, and on its own page below the information. */
export function PageParts(props: Props) {
  return (
    <Suspense fallback={null}>
      <Parts {...props} />
    </Suspense>
  );
}

function Parts({ appId, entry }: Props) {
  const tabs = use(useRegistry().detailTabs());
  return tabs
    .filter((tab) => tab.onPage && tab.fits(entry))
    .map(({ key, label, Tab }) => (
      <section key={key} id={key} className={classes['part']} aria-label={label()}>
        <h2 className={classes['title']}>{label()}</h2>
        <Tab appId={appId} entry={entry} pictured />
      </section>
    ));
}
