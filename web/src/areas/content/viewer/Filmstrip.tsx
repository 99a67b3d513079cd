import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Thumbnail } from '../entry/Thumbnail';
import type { Entry } from '../queries';
import classes from './Filmstrip.module.css';

const FRAME = { width: 84, height: 56, fit: 'cover' } as const;
const THUMB = 60;
const CURRENT = 98;

type Props = { appId: number; files: readonly Entry[]; index: number; step: (nodeId: number) => void };

/** The neighbours of a file as small pictures; only those near the view are in the document. */
export function Filmstrip({ appId, files, index, step }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const scroller = useRef<HTMLDivElement>(null);
  const strip = useVirtualizer({
    horizontal: true,
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (at === index ? CURRENT : THUMB),
    getItemKey: (at) => files[at]?.node_id ?? at,
    overscan: 8,
  });
  useEffect(() => {
    strip.measure();
    if (index >= 0) strip.scrollToIndex(index, { align: 'center' });
  }, [strip, index]);
  return (
    <nav ref={scroller} className={classes['strip']} aria-label={t('content_viewer:strip')}>
      <div className={classes['line']} style={{ width: strip.getTotalSize() }}>
        {strip.getVirtualItems().map((item) => {
          const file = files[item.index];
          if (!file) return null;
          const current = item.index === index;
          return (
            <button
              key={item.key}
              type="button"
              // The arrow keys go through the files; the strip is for the pointer.
              tabIndex={-1}
              className={classes['thumb']}
              data-current={current || undefined}
              aria-current={current || undefined}
              aria-label={file.name}
              title={file.name}
              style={{ left: item.start, width: item.size - (current ? 14 : 4) }}
              onClick={() => step(file.node_id)}
            >
              <Thumbnail appId={appId} entry={file} frame={FRAME} bare iconSize={20} itself />
            </button>
          );
        })}
      </div>
    </nav>
  );
}
