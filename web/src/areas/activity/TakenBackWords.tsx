import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { backgroundActionsQuery } from '../../platform/live/background-actions-query';
import type { Action } from './action';
import { failuresQuery, fromServer } from './background-actions';
import { failureReason } from './failure-reason';
import { type TakenBack, takenBack, triesOf } from './taken-back';

interface Props {
  appId: number | null;
  actions: readonly Action[];
}

/** Whether actions that somebody takes back are taken back, and the reason if they are not. */
export function TakenBackWords({ appId, actions }: Props) {
  const { t } = useTranslation('activity_tray');
  // The tray and the bell have fetched it.
  const { data: all } = useQuery({ ...backgroundActionsQuery(), enabled: false });
  const known = (all?.items ?? []).map(fromServer);
  const tries = actions.map((action) => triesOf(action, known));
  const how = takenBack(tries);
  const [failed] = how === 'none' ? (tries[0] ?? []) : [];
  const why = useQuery({
    ...failuresQuery(appId ?? 0, failed?.id ?? ''),
    enabled: failed !== undefined && appId !== null,
    retry: false,
  });
  const reasons = new Set(why.data?.items.map(({ reason }) => failureReason(reason, t)));
  const words: Record<TakenBack, string> = {
    going_on: t('takingBack'),
    all: t('undone'),
    some: t('undoneInPart'),
    none: t('notUndone'),
  };
  return (
    <>
      {words[how]}
      {how === 'none' && reasons.size === 1 && `: ${[...reasons].join('')}`}
    </>
  );
}
