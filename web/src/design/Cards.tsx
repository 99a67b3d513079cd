import { EntryCard } from '../areas/content/browser/EntryCard';
import { FolderCard } from '../areas/content/browser/FolderCard';
import { RepositoryCell } from '../areas/content/folder/RepositoryCell';
import type { Entry, Repository } from '../areas/content/queries';
import { noPreview } from '../testing/preview';
import classes from './DesignPage.module.css';
import { Section, State } from './Section';

/** A picture of a folder. */
export const file: Entry = {
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

const repository: Repository = {
  ...{ repository_id: 1, node_id: 201, title: 'Brand', role: 'manager', active: true, folder_name: 'brand' },
  ...{ file_server_id: 1, tenant_id: 1, tenant_title: 'Casa Lumen' },
};

const repositories: readonly (readonly [string, Partial<Repository>])[] = [
  ['at rest', {}],
  ['only passed through', { node_id: 202, role: null }],
  ['a long name', { node_id: 203, title: 'Brand, campaigns and everything that is printed' }],
];

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
        {repositories.map(([name, changes]) => (
          <State key={`repository ${name}`} name={`repository, ${name}`}>
            <ul className={classes['plain']}>
              <RepositoryCell appId={1} repository={{ ...repository, ...changes }} />
            </ul>
          </State>
        ))}
      </div>
    </Section>
  );
}
