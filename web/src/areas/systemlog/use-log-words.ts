import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { knownAct, knownKind } from './acts';

export type LogEntry = Schema<'LogEntry'>;

/** An entry in the reader's words. */
export function useLogWords() {
  const { t, i18n } = useTranslation('system_log');
  const moment = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const act = (what: string) => {
    const known = knownAct(what);
    return known === undefined ? what : t(`what.${known}`);
  };
  const kind = (word: string) => {
    const known = knownKind(word);
    return known === undefined ? word : t(`kinds.${known}`);
  };
  const origin = (from: string) => {
    if (from === 'job') return t('origin.job');
    if (from === 'command line') return t('origin.command_line');
    return from === 'network' ? t('origin.network') : from;
  };
  return {
    act,
    kind,
    origin,
    person: (entry: LogEntry) => entry.name ?? t('nobody'),
    object: (entry: LogEntry) => entry.object_title ?? t('hidden_title', { id: entry.object_id }),
    at: (entry: LogEntry) => moment.format(entry.at * 1000),
  };
}
