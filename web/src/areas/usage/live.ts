import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Schema } from '../../platform/api/client';
import type { LiveEvent } from '../../platform/live/live';
import type { LiveListener } from '../../platform/registry/area';

/** As the client of the API names it. */
const ENTRY = '/api/app/{application_instance_id}/entry/{node_id}';

type Listed = Pick<Schema<'Entry'>, 'download_request'>;
const isWaitedFor = ({ download_request: request }: Listed) => request?.waits === true;

/** What the user waits for may have an answer: everything that shows it is read again. */
function answersChanged(client: QueryClient): void {
  const lists = client.getQueriesData<InfiniteData<{ items: Listed[] }>>({ queryKey: ['entries'] });
  const alone = client.getQueriesData<Listed>({ queryKey: ['get', ENTRY] });
  const waiting = [
    ...lists.filter(([, list]) => list?.pages.some(({ items }) => items.some(isWaitedFor))),
    ...alone.filter(([, entry]) => entry && isWaitedFor(entry)),
  ];
  for (const [queryKey] of waiting) void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: ['usage'] });
}

const isNotice = ({ name, payload }: LiveEvent) =>
  name === 'message' &&
  typeof payload === 'object' &&
  payload !== null &&
  'topic' in payload &&
  payload.topic === 'notice';

/** An answer comes with a notice: what was asked for can be downloaded at once. */
export function followAnswers(client: QueryClient): LiveListener {
  return {
    heard: (event) => {
      if (isNotice(event)) answersChanged(client);
    },
    reconnected: () => answersChanged(client),
  };
}
