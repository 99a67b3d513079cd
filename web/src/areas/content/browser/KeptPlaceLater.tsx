import { type ComponentProps, Suspense } from 'react';
import { later } from '../../../platform/routing/later';
import { useUsed } from '../../../platform/routing/use-used';

const KeptPlace = later(() => import('./KeptPlace'), 'KeptPlace');

/** After a reload there may be a place to go to; otherwise nothing is scrolled before the page is used. */
const reloaded = sessionStorage.getItem('kept_places') !== null;

/** Comes when it is needed: a folder that is opened for the first time does not wait for it. */
export function KeptPlaceLater(props: ComponentProps<typeof KeptPlace>) {
  const used = useUsed();
  if (!used && !reloaded) return null;
  return (
    <Suspense fallback={null}>
      <KeptPlace {...props} />
    </Suspense>
  );
}
