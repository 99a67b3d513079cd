import type { TFunction } from 'i18next';
import type { Entry } from '../../platform/registry/actions';
import type { UsageTerms } from './usage-queries';

/** What somebody asks for who asks at an entry: an answer is for all of it. */
type AskedPlace =
  | { kind: 'file'; name: string }
  | { kind: 'folder'; name: string }
  /** The folder of the entry, which is closed to them. */
  | { kind: 'closed'; name: string };

type Asked = Pick<Entry, 'node_id' | 'name'> & Partial<Pick<Entry, 'node_type' | 'download_request'>>;

/** As far as the terms say it, or else what the list has said of the entry. */
export function askedPlace(entry: Asked, terms: UsageTerms | undefined): AskedPlace {
  const itself = terms?.own.asks_first === true || entry.download_request?.of?.node_id === entry.node_id;
  if (itself) return { kind: entry.node_type === 'file' ? 'file' : 'folder', name: entry.name };
  const folder = terms?.asks_first_of ?? entry.download_request?.of;
  return folder ? { kind: 'folder', name: folder.name } : { kind: 'closed', name: entry.name };
}

/** "Ask to download from “Summer”". */
export function titleOf({ kind, name }: AskedPlace, t: TFunction<'usage_panel'>): string {
  if (kind === 'file') return t('askFor.file', { name });
  return kind === 'folder' ? t('askFor.folder', { name }) : t('askFor.closed', { name });
}

/** What a yes is for. */
export function opensOf({ kind, name }: AskedPlace, t: TFunction<'usage_panel'>): string {
  if (kind === 'file') return t('opens.file');
  return kind === 'folder' ? t('opens.folder', { name }) : t('opens.closed');
}
