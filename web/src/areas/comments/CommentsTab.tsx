import { Button, SegmentedControl } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live } from '../../platform/live/live';
import type { DetailTabProps } from '../../platform/registry/area';
import { usePictureSurfaces } from '../../platform/registry/picture-surfaces';
import { EmptyState } from '../../platform/ui/EmptyState';
import classes from './CommentsTab.module.css';
import { Composer } from './Composer';
import { commentCalls, type Pin, refresh, type Thread, threadsQuery, type Which } from './comment-queries';
import { isAbout } from './is-about';
import { Pins } from './Pins';
import { PinTool } from './PinTool';
import { ThreadCard } from './ThreadCard';
import { threadIn } from './thread-hash';
import { useLinked } from './use-linked';
import { useRead } from './use-read';

const shown: readonly Which[] = ['open', 'resolved', 'all'];

/** What is said about an entry. While the viewer shows the file, pins stand on it. */
export function CommentsTab({ appId, entry }: DetailTabProps) {
  const { t } = useTranslation('comments_panel');
  const nodeId = entry.node_id;
  const client = useQueryClient();
  const [which, setWhich] = useState<Which>('open');
  const { data, isError, refetch, ...more } = useInfiniteQuery(threadsQuery(appId, nodeId, which));
  const threads = data?.pages.flatMap((page) => page.items) ?? [];
  const changed = () => refresh(client, appId, nodeId);
  useFollowed(nodeId, () => void changed());
  useRead(nodeId);
  const calls = commentCalls(appId);
  const surfaces = usePictureSurfaces().filter((surface) => surface.nodeId === nodeId);
  const [pin, setPin] = useState<Pin | null>(null);
  const [placing, setPlacing] = useState(false);
  const linked = useLocation({ select: ({ hash }) => threadIn(hash) });
  const [chosen, choose] = useState(linked);
  useLinked(linked, { threads, which, loaded: data !== undefined, more }, () => setWhich('all'), choose);
  const toPin = useToPin(nodeId, surfaces, choose);
  return (
    <div className={classes['tab']}>
      <Composer
        {...{ appId, nodeId }}
        about={`entry ${nodeId}`}
        label={t('write')}
        action={t('send')}
        tools={
          surfaces.length > 0 ? <PinTool {...{ pin, placing, setPlacing }} remove={() => setPin(null)} /> : undefined
        }
        send={async (text) => {
          await calls.begin(nodeId, text, pin);
          setPin(null);
          if (which === 'resolved') setWhich('open');
          await changed();
        }}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('show.label')}
        value={which}
        onChange={setWhich}
        data={shown.map((value) => ({ value, label: t(`show.${value}`) }))}
      />
      {isError && (
        <div className={classes['failed']}>
          <p>{t('failed')}</p>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {data && threads.length === 0 && (
        <EmptyState
          icon={IconMessageCircle}
          title={t(`empty.${which}`)}
          {...(which !== 'resolved' && { description: t('empty.text') })}
        />
      )}
      <ol className={classes['threads']}>
        {threads.map((thread) => (
          <ThreadCard
            key={thread.comment_id}
            {...{ appId, thread, calls, changed }}
            chosen={thread.comment_id === chosen}
            toPin={() => toPin(thread)}
          />
        ))}
      </ol>
      {more.hasNextPage && (
        <Button variant="default" loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {surfaces.map((surface) => (
        <Pins
          key={surface.page ?? 0}
          {...{ surface, threads, chosen, choose, pin, placing }}
          place={(next) => {
            setPin(next);
            setPlacing(false);
          }}
          leave={() => setPlacing(false)}
        />
      ))}
    </div>
  );
}

/** Reads the comments again when they change elsewhere. */
function useFollowed(nodeId: number, changed: () => void): void {
  const heard = useEffectEvent(changed);
  useEffect(() => {
    const leave = live.join(nodeId);
    const stop = live.listen((event) => {
      if (isAbout(event, nodeId)) heard();
    });
    return () => {
      stop();
      leave();
    };
  }, [nodeId]);
}

/** Shows the place of a thread: on its page, and in the viewer if that is not open. */
function useToPin(
  nodeId: number,
  surfaces: ReturnType<typeof usePictureSurfaces>,
  choose: (thread: number) => void,
): (thread: Thread) => void {
  const navigate = useNavigate();
  return ({ comment_id: id, pin }) => {
    choose(id);
    if (surfaces.length === 0) {
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, show: nodeId, page: pin?.page ?? undefined }),
        hash: 'comments',
        resetScroll: false,
        state: { viewerOpened: true },
      });
      return;
    }
    const page = pin?.page ?? null;
    if (page !== null && !surfaces.some((surface) => surface.page === page)) surfaces[0]?.turn?.(page);
  };
}
