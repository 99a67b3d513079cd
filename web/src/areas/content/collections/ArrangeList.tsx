import { Button } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryPicture } from '../home/EntryPicture';
import type { Entry } from '../queries';
import classes from './ArrangeList.module.css';
import { type Arrangement, arrangedByKey, type Side } from './arranged';
import { useArrange } from './use-arrange';

/** So near to the edge of what scrolls, a dragged entry scrolls it, by so many pixels. */
const EDGE = 64;
const STEP = 14;
/** About as wide as ArrangeList.module.css makes a card. */
const WIDTH = 180;

interface Props {
  appId: number;
  collectionId: number;
  entries: readonly Entry[];
  more: boolean;
  loadMore: () => void;
}

/** The place that a dragged entry would go to. */
interface Drop {
  other: number;
  side: Side;
}

/** The entries of a collection, to be put in order: by dragging their grips, or by the arrow keys on them. */
export function ArrangeList({ appId, collectionId, entries, more, loadMore }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const arrange = useArrange(appId, collectionId);
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  /** The entry that a key just moved. */
  const byKey = useRef<number | null>(null);
  const ids = entries.map(({ node_id }) => node_id);

  const move = (arrangement: Arrangement) => {
    arrange(arrangement);
    const { nodeId, side, other } = arrangement;
    const rest = ids.filter((id) => id !== nodeId);
    const place = rest.indexOf(other) + (side === 'before' ? 1 : 2);
    const name = entries.find(({ node_id }) => node_id === nodeId)?.name ?? '';
    say(t('collection.movedTo', { name, place, all: ids.length }));
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const arrangement = arrangedByKey(event.key, index, ids);
    if (arrangement === null) return;
    event.preventDefault();
    byKey.current = arrangement.nodeId;
    move(arrangement);
  };
  // A card that changes its place loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of it
  useLayoutEffect(() => {
    if (byKey.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-arranged="${byKey.current}"] button`)?.focus();
    byKey.current = null;
  }, [entries]);
  const onDrag = (event: PointerEvent, nodeId: number) => {
    if (dragged !== nodeId) return;
    scrollAtEdge(list.current, event.clientY);
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-arranged]');
    const other = Number(under?.dataset['arranged']);
    if (!under || !list.current?.contains(under) || other === nodeId) return setDrop(null);
    const { left, width } = under.getBoundingClientRect();
    const isLeft = event.clientX < left + width / 2;
    const isBefore = isLeft === (getComputedStyle(under).direction === 'ltr');
    setDrop({ other, side: isBefore ? 'before' : 'after' });
  };
  const onDrop = (nodeId: number) => {
    if (dragged === nodeId && drop !== null) move({ nodeId, ...drop });
    setDragged(null);
    setDrop(null);
  };
  return (
    <>
      <p className={classes['how']}>{t('collection.arrangeHow')}</p>
      <ol ref={list} className={classes['cards']} aria-label={t('collection.order')}>
        {entries.map((entry, index) => (
          <li
            key={entry.node_id}
            className={classes['card']}
            data-arranged={entry.node_id}
            data-dragged={dragged === entry.node_id || undefined}
            data-drop={drop?.other === entry.node_id ? drop.side : undefined}
          >
            <span className={classes['picture']}>
              <EntryPicture appId={appId} entry={entry} width={WIDTH} height={WIDTH * 0.75} />
            </span>
            <span className={classes['foot']}>
              <span className={classes['name']} dir="auto" title={entry.name}>
                {entry.name}
              </span>
              <button
                type="button"
                className={classes['grip']}
                aria-label={t('collection.grip', { name: entry.name, place: index + 1, all: ids.length })}
                onKeyDown={(event) => onKey(event, index)}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  // The list draws no box meanwhile.
                  event.stopPropagation();
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(entry.node_id);
                }}
                onPointerMove={(event) => onDrag(event, entry.node_id)}
                onPointerUp={() => onDrop(entry.node_id)}
                onPointerCancel={() => {
                  setDragged(null);
                  setDrop(null);
                }}
              >
                <IconGripVertical size={18} stroke={1.7} aria-hidden />
              </button>
            </span>
          </li>
        ))}
      </ol>
      {more && (
        <Button variant="default" mt={16} onClick={loadMore}>
          {t('bin.more')}
        </Button>
      )}
      <span className={classes['unseen']} aria-live="polite">
        {said}
      </span>
    </>
  );
}

/** Scrolls what the list lies in, so that an entry can be dragged beyond what is seen. */
function scrollAtEdge(list: HTMLElement | null, y: number): void {
  let scroller = list?.parentElement ?? null;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE) scroller.scrollBy(0, -STEP);
  if (y > bottom - EDGE) scroller.scrollBy(0, STEP);
}
