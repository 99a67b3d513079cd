import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './TableSkeleton.module.css';

const delayMs = 150;
const widths = ['46%', '62%', '38%', '54%', '42%'];

/** Placeholder rows, shown only if loading takes long. */
export function TableSkeleton({ rows }: { rows: number }) {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes['skeleton']} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <div key={at} className={classes['row']}>
          {late && <Skeleton height={14} width={widths[at % widths.length] ?? '50%'} radius="sm" />}
        </div>
      ))}
    </div>
  );
}
