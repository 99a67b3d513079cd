import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { formatMoment } from '../../platform/i18n/moments';
import { actGroups, isLockOut, knownAct, knownKind } from './acts';
import { knownField, knownValue } from './fields';

export type LogEntry = Schema<'LogEntry'>;

/** An entry in the user's language. */
export function useLogWords() {
  const { t, i18n } = useTranslation('system_log');
  const act = (what: string) => {
    const known = knownAct(what);
    return known === undefined ? what : t(`what.${known}`);
  };
  const groups = (Object.keys(actGroups) as (keyof typeof actGroups)[]).map((group) => ({
    group: t(`groups.${group}`),
    items: actGroups[group].map((what) => ({ value: what, label: act(what) })),
  }));
  const field = (name: string) => {
    const known = knownField(name);
    return known === undefined ? name : t(`fields.${known}`);
  };
  const value = (name: string, said: string) => {
    const known = knownValue(name, said);
    return known === undefined ? said : t(known);
  };
  const kind = (word: string) => {
    const known = knownKind(word);
    return known === undefined ? word : t(`kinds.${known}`);
  };
  const object = (entry: LogEntry) => {
    if (entry.object_title === null) return t('hidden_title', { id: entry.object_id });
    // A quota has no title but its service.
    return entry.object_title === 'synthetic_image' ? t('synthetic_image') : entry.object_title;
  };
  const origin = (from: string) => {
    if (from === 'job') return t('origin.job');
    if (from === 'command line') return t('origin.command_line');
    return from === 'network' ? t('origin.network') : from;
  };
  return {
    /** What happened; sometimes more precise than the name of the act. */
    what: (entry: LogEntry) => (isLockOut(entry) ? t('locked_out') : act(entry.what)),
    /** All acts with a text, to choose from. */
    groups,
    field,
    value,
    kind,
    origin,
    /** Who did it. A refused sign-in has no user, and must not be shown as the installation's own act. */
    person: (entry: LogEntry) => entry.name ?? t(entry.what === 'sign_in_refused' ? 'nobody_signed_in' : 'nobody'),
    object,
    at: (entry: LogEntry) => formatMoment(entry.at, i18n.language, { withSeconds: true }),
  };
}
