import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import library from '../folder/LibraryPage.module.css';
import { Skeleton } from '../Skeleton';
import { useLate } from '../use-late';
import classes from './ListSkeleton.module.css';
import type { ViewMode } from './view-mode';

const blocks = (count: number, className = '') =>
  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
  Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} radius="lg" />);

/** Nothing for the first 150 ms. */
function Late({ children }: { children: ReactNode }) {
  const { t } = useTranslation('content');
  const late = useLate(true);
  return (
    <div {...(late && { role: 'status', 'aria-label': t('loading') })} className={classes['root']}>
      {late && children}
    </div>
  );
}

/** A skeleton with the list's own geometry while it is loading. */
export function ListSkeleton({ mode }: { mode: ViewMode }) {
  return (
    <Late>
      {mode === 'list' ? (
        <div className={classes['rows']}>{blocks(10, classes['row'])}</div>
      ) : (
        <>
          <div className={classes['heading']}>
            <Skeleton width={60} height={14} />
          </div>
          <div className={classes['cards']}>{blocks(10, classes['file'])}</div>
        </>
      )}
    </Late>
  );
}

/** Cards as large as those of the repositories. */
export function LibrarySkeleton() {
  return (
    <Late>
      <div className={library['cards']}>{blocks(3, classes['repository'])}</div>
    </Late>
  );
}
