import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import type { ActionContext } from '../../../platform/registry/actions';
import { notify } from '../../../platform/ui/notify';
import type { OpenList } from '../browser/use-action-context';
import { sayLock } from '../entry/say-lock';
import { isClosed } from '../move/may-move';
import { type Entry, entryQuery } from '../queries';
import type { Shown } from './use-shown';
import { Viewer } from './Viewer';

/** More of the list is loaded this long before its end is reached. */
const NEAR_END = 10;
/** So many entries are loaded on the way to a file that an address names, or to the last one. */
const LOOKED_FOR = 3000;

type Props = { nodeId: number; shown: Shown; list: OpenList; context: ActionContext };

const canBeShown = (entry: Entry) => entry.node_type === 'file' && entry.role !== null && !isClosed(entry);

/**
 * The viewer of a page: finds the file of the address in its list, or by itself while the list is not that far. A file
 * that is not there, or not there any more, leaves the list as it is, with a word about it.
 */
export function FileViewer({ nodeId, shown, list, context }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const { entries, more, total = null, totalAtLeast = false, loadMore, holds } = list;
  const files = useMemo(() => entries.filter(canBeShown), [entries]);
  const index = files.findIndex((file) => file.node_id === nodeId);
  const asked = useQuery({ ...entryQuery(context.appId, nodeId), enabled: index < 0 });
  const alone = asked.data && canBeShown(asked.data) && holds(asked.data) ? asked.data : undefined;
  const missing = isProblem(asked.error) && asked.error.status < 500;
  const unknown = index < 0 && (missing || (asked.data !== undefined && alone === undefined));
  // Where the file stood while it was in the list: when it is removed, its neighbour takes its place.
  const stood = useRef(-1);
  useEffect(() => {
    if (index >= 0) stood.current = index;
  }, [index]);
  useEffect(() => {
    const looking = index < 0 && entries.length > 0 && entries.length < LOOKED_FOR;
    if (more && (looking || index > files.length - NEAR_END)) loadMore();
  }, [index, entries.length, files.length, more, loadMore]);
  const [toEnd, setToEnd] = useState(false);
  const stepToLast = useEffectEvent(() => {
    const last = files.at(-1);
    if (last) shown.step(last.node_id);
    setToEnd(false);
  });
  useEffect(() => {
    if (!toEnd) return;
    if (more && entries.length < LOOKED_FOR) loadMore();
    else stepToLast();
  }, [toEnd, entries.length, more, loadMore]);
  const leave = useEffectEvent(() => {
    const locked = asked.data !== undefined && isClosed(asked.data) && holds(asked.data) ? asked.data : null;
    if (locked) void sayLock(locked);
    const neighbour = files[Math.min(stood.current, files.length - 1)];
    if (stood.current >= 0 && neighbour) return shown.step(neighbour.node_id);
    if (!locked) notify.info(t('content_viewer:unknown'));
    shown.close();
  });
  useEffect(() => {
    if (unknown) leave();
  }, [unknown]);

  const file = files[index] ?? (missing ? undefined : alone);
  if (!file) return null;
  // What cannot be shown, such as folders, stands first and is loaded.
  const all = totalAtLeast || total === null ? null : total - (entries.length - files.length);
  const count = more ? all : files.length;
  const { step, close } = shown;
  return <Viewer {...{ file, files, count, step, context, close }} toLast={() => setToEnd(true)} />;
}
