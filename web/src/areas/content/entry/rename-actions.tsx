import { loadActionTexts } from '../../../platform/i18n/action-texts';
import type { ActionContext } from '../../../platform/registry/actions';
import { later } from '../../../platform/routing/later';
import type { Entry } from '../queries';
import { RenameDialog } from './RenameDialog';

async function load() {
  const [{ RenameManyDialog }] = await Promise.all([import('./RenameManyDialog'), loadActionTexts()]);
  return { RenameManyDialog };
}

const RenameManyDialog = later(load, 'RenameManyDialog');

/** Asks for a new name, or for a pattern of several. */
export function askNames(entries: readonly Entry[], { appId, open }: ActionContext): void {
  const [first] = entries;
  if (first === undefined) return;
  if (entries.length === 1) open((close) => <RenameDialog appId={appId} entry={first} close={close} />);
  else open((close) => <RenameManyDialog appId={appId} entries={entries} close={close} />);
}
