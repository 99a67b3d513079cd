import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { formatMoment } from '../../platform/i18n/moments';
import { useRegistry } from '../../platform/registry/registry';
import { between } from './between';
import { valueInWords } from './value-in-words';

export type LogEntry = Schema<'LogEntry'>;

/** A sign-in that was refused without a check, after too many wrong ones. */
function isLockOut({ what, changes }: Pick<LogEntry, 'what' | 'changes'>): boolean {
  return what === 'sign_in_refused' && changes.some(({ field, after }) => field === 'reason' && after === 'locked');
}

/** An entry in the user's language: each area brings the words of what it records. */
export function useLogWords() {
  const { t, i18n } = useTranslation('systemlog_settings');
  const words = use(useRegistry().logWords());
  const act = (what: string) => words.act(what)?.() ?? what;
  const groups = words.subjects.map(({ title, acts }) => ({
    group: title(),
    items: [...acts].map(([value, label]) => ({ value, label: label() })),
  }));
  const field = (name: string) => words.fields.get(name)?.() ?? name;
  const said = { yes: t('values.yes'), no: t('values.no'), language: i18n.language };
  const value = (name: string, text: string) => valueInWords(words, name, text, said);
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
  const what = (entry: LogEntry) => (isLockOut(entry) ? t('locked_out') : act(entry.what));
  return {
    /** What happened; sometimes more precise than the name of the act. */
    what,
    /** The same, with the folders or names that it led from and to. */
    told: (entry: LogEntry) => {
      const led = between(entry, t('unseenFolder'));
      return (led !== null && words.between.get(entry.what)?.(led)) || what(entry);
    },
    /** All acts with a text, to choose from. */
    groups,
    /** All kinds of objects with a text, to choose from. */
    kinds: [...words.kinds].map(([value, label]) => ({ value, label: label() })),
    field,
    value,
    kind: (word: string) => words.kinds.get(word)?.() ?? word,
    origin,
    /** Who did it. A refused sign-in has no user, and must not be shown as the installation's own act. */
    person: (entry: LogEntry) => entry.name ?? t(entry.what === 'sign_in_refused' ? 'nobody_signed_in' : 'nobody'),
    object,
    at: (entry: LogEntry) => formatMoment(entry.at, i18n.language, { withSeconds: true }),
  };
}
