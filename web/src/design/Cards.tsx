import { EntryCard } from '../areas/content/browser/EntryCard';
import { FolderCard } from '../areas/content/browser/FolderCard';
import type { Entry } from '../areas/content/queries';
import { noPreview } from '../testing/preview';
import classes from './DesignPage.module.css';
import { Section, State } from './Section';

const file: Entry = {
  node_id: 1,
  node_type: 'file',
  entry_type: 'image',
  parent_id: 1,
  name: 'Verão 2026 – campaign.jpg',
  role: 'writer',
  locked: false,
  marks: [],
  item_count: null,
  size: 2_936_012,
  mime_type: 'image/jpeg',
  modified_at: 1_764_100_000,
  preview: noPreview,
};

const board = { security_mark_id: 1, security_mark_key: 'Board' };
const waits = { ...noPreview, status: 'generating_preview' } as const;
const failed = { ...noPreview, status: 'error', reason: 'too_large' } as const;
const pdf = { ...noPreview, pages: 12 };

const files: readonly (readonly [string, Partial<Entry>, boolean?])[] = [
  ['at rest', {}],
  ['chosen', {}, true],
  ['its picture is on its way', { preview: waits }],
  ['its picture failed', { preview: failed }],
  ['pages', { name: 'Price list.pdf', entry_type: 'pdf', mime_type: 'application/pdf', preview: pdf }],
  ['locked, and under a mark', { locked: true, marks: [board] }],
  ['a long name', { name: `${'a very long name of a picture '.repeat(6)}.jpg` }],
];

const folders: readonly (readonly [string, Partial<Entry>, boolean?])[] = [
  ['at rest', { item_count: 3 }],
  ['chosen', { item_count: 3 }, true],
  ['only passed through', { role: null }],
  ['under a mark', { item_count: 1_234, marks: [board] }],
];

const still = { appId: 1, column: 0, width: 240, tabStop: false, menuOpen: false, dropTarget: false };

/** Entries of a folder as cards. The page has no server, so that no card has a picture. */
export function Cards() {
  return (
    <Section title="Cards">
      <div className={classes['cards']}>
        {files.map(([name, changes, selected = false], at) => (
          <State key={name} name={name}>
            <EntryCard {...still} entry={{ ...file, node_id: at + 1, ...changes }} selected={selected} />
          </State>
        ))}
        {folders.map(([name, changes, selected = false], at) => (
          <State key={`folder ${name}`} name={`folder, ${name}`}>
            <FolderCard
              {...still}
              entry={{
                ...file,
                node_id: at + 101,
                node_type: 'folder',
                entry_type: 'folder',
                name: 'Plans',
                size: null,
                mime_type: null,
                ...changes,
              }}
              selected={selected}
            />
          </State>
        ))}
      </div>
    </Section>
  );
}
