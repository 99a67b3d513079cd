import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { later } from '../../../platform/routing/later';
import { whenUsed } from '../../../platform/routing/when-used';

const KeptPlace = later(() => import('./KeptPlace'), 'KeptPlace');

/** After a reload there may be a place to go to; otherwise nothing is scrolled before the page is used. */
const reloaded = sessionStorage.getItem('kept_places') !== null;

/** Comes when it is needed: a folder that is opened for the first time does not wait for it. */
export function KeptPlaceLater(props: ComponentProps<typeof KeptPlace>) {
  const [due, setDue] = useState(reloaded);
  useEffect(() => void whenUsed.then(() => setDue(true)), []);
  if (!due) return null;
  return (
    <Suspense fallback={null}>
      <KeptPlace {...props} />
    </Suspense>
  );
}
