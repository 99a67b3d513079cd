import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { Breadcrumb } from '../browser/Breadcrumb';
import type { Ancestor } from '../browser/breadcrumb-trail';
import { CompactTrail } from '../browser/CompactTrail';
import classes from './FolderHeader.module.css';

const SPACE = 12;
const ROW = 61;
/** On a desk, the row with the chips and the order stays, too. */
const CHIPS = 36;
/** On a phone, a line with the name stays above the tools. */
const NAME = 28;

/** What stays of the header while the list scrolls: the row of the name and the tools, and its space. */
export const useStuck = () => (useIsPhone() ? ROW + NAME : ROW + CHIPS);

interface Props {
  appId: number;
  ancestors: readonly Ancestor[];
  name: string;
  /** How much is in the folder. */
  total: ReactNode;
  tools: ReactNode;
  /** By what the list is narrowed and ordered, below the name. */
  chips: ReactNode;
}

/**
 * Path, name and tools of a folder. The path scrolls away with the list; the row of the name and the tools stays, smaller
 * and with the path folded into it. Its height never changes, so that nothing of the list moves.
 */
export function FolderHeader({ appId, ancestors, name, total, tools, chips }: Props) {
  const header = useRef<HTMLElement>(null);
  const kept = useRef<HTMLDivElement>(null);
  const [compact, setCompact] = useState(false);
  const small = useIsPhone();
  useLayoutEffect(() => {
    const scroller = header.current?.parentElement;
    if (!scroller) return;
    let away = 0;
    const look = () => setCompact(away > 0 && scroller.scrollTop >= away);
    const measure = () => {
      const row = small ? kept.current : kept.current?.parentElement;
      away = Math.max(0, (row?.offsetTop ?? 0) - SPACE - (small ? NAME : 0));
      header.current?.style.setProperty('--away', `${-away}px`);
      look();
    };
    const sized = new ResizeObserver(measure);
    if (header.current !== null) sized.observe(header.current);
    measure();
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [small]);
  return (
    <>
      <header ref={header} className={classes['header']} data-compact={compact || undefined}>
        <Breadcrumb appId={appId} ancestors={ancestors} here={name} />
        <div className={classes['line']}>
          {compact && !small && <CompactTrail appId={appId} ancestors={ancestors} />}
          <h1 className={classes['title']} title={name}>
            <span className={classes['name']} dir="auto">
              {name}
            </span>{' '}
            {total !== null && <span className={classes['total']}>{total}</span>}
          </h1>
          <div ref={kept} className={classes['tools']}>
            {compact && small && (
              <span className={classes['short']} dir="auto" aria-hidden>
                {name}
              </span>
            )}
            {tools}
          </div>
        </div>
        {!small && <div className={classes['chips']}>{chips}</div>}
      </header>
      {/* On a phone these scroll away with the list. */}
      {small && <div className={classes['chips']}>{chips}</div>}
    </>
  );
}
