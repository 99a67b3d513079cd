import { IconDownload } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Entry, EntryAction } from '../../platform/registry/actions';

const asking = () => import('./ask-to-download');

/** The first that has to be asked for, if all of those are asked for together: at one folder. */
function askedOf(entries: readonly Entry[]): Entry | null {
  const [first = null, ...others] = entries.filter(({ download_request: request }) => request != null);
  const at = first?.download_request?.of?.node_id;
  const isOne = others.every(({ download_request: request }) => at !== undefined && request?.of?.node_id === at);
  return isOne ? first : null;
}

const requestOf = (entries: readonly Entry[]) => askedOf(entries)?.download_request ?? null;

/** "Ask to download"; after that "Asked – waiting for Ana". */
function labelOf(entries: readonly Entry[]): string {
  const request = requestOf(entries);
  if (!request?.waits) return i18next.t('ask', { ns: 'usage' });
  const { asked: name, others } = request;
  if (name === null) return i18next.t('waits', { ns: 'usage' });
  return others ? i18next.t('waitsForSome', { ns: 'usage', name }) : i18next.t('waitsFor', { ns: 'usage', name });
}

/** One asks for all of a folder. */
function hintOf(entries: readonly Entry[]): string | null {
  const asked = askedOf(entries);
  const of = asked?.download_request?.of;
  return of && of.node_id !== asked.node_id
    ? i18next.t('hint', { ns: 'usage', label: labelOf(entries), name: of.name })
    : null;
}

/** Of what its readers ask for first, where others have their download. */
export const askAction: EntryAction = {
  key: 'ask_to_download',
  order: 30,
  act: null,
  inPlaceOf: 'download',
  icon: IconDownload,
  label: (of = []) => labelOf(of),
  short: (of) => i18next.t(requestOf(of)?.waits ? 'waitsShort' : 'askShort', { ns: 'usage' }),
  hint: hintOf,
  shortcut: null,
  swipe: 'right',
  prefetch: asking,
  fits: (entries) => requestOf(entries) !== null,
  run: (entries, context) => {
    const entry = askedOf(entries);
    if (entry) void asking().then(({ askToDownload }) => askToDownload(entry, context));
  },
};
