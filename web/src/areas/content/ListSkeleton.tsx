import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ListSkeleton.module.css';
import { useLate } from './use-late';
import type { ViewMode } from './view-mode';

/** The list's own geometry while it is on its way; nothing for the first 150 ms. */
export function ListSkeleton({ mode, folders = true }: { mode: ViewMode; folders?: boolean }) {
  const { t } = useTranslation('content');
  const late = useLate(true);
  if (!late) return <div className={classes['nothing']} />;
  const cells = (count: number, kind: string, height?: number) =>
    Array.from({ length: count }, (_, index) => (
      <Skeleton
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        key={`${kind}${index}`}
        className={classes[kind] ?? ''}
        {...(height !== undefined && { height })}
        radius="lg"
      />
    ));
  return (
    <div role="status" aria-label={t('loading')} className={classes['root']}>
      {mode === 'list' ? (
        <div className={classes['rows']}>{cells(10, 'row', 40)}</div>
      ) : (
        <>
          {folders && (
            <>
              <Skeleton width={60} height={14} my={11} />
              <div className={classes['cards']}>{cells(5, 'folder', 66)}</div>
            </>
          )}
          <Skeleton width={50} height={14} my={11} />
          <div className={classes['cards']}>{cells(10, 'file')}</div>
        </>
      )}
    </div>
  );
}
