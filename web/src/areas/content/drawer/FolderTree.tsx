import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ancestorsQuery, repositoriesQuery } from '../queries';
import classes from './FolderTree.module.css';
import { closeFolder, openFolders, useOpenFolders } from './open-folders';
import { RepositoryCover } from './RepositoryCover';
import { TreeBranch } from './TreeBranch';
import { TreeRow } from './TreeRow';
import { rowsOf, stepOf } from './tree-keys';

/** Repositories and their folders: where one is stays open, and what was opened is remembered. */
export function FolderTree({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const tree = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const [tabStop, setTabStop] = useState<number | null>(null);
  const [, shown] = useReducer((times: number) => times + 1, 0);
  const here = useRouterState({ select: ({ location }) => folderAt(appId, location.pathname) });
  const open = useOpenFolders(appId);
  const repositories = useQuery(repositoriesQuery(appId)).data?.items.filter(({ active }) => active) ?? [];
  const ancestors = useQuery({ ...ancestorsQuery(appId, here ?? 0), enabled: here !== null }).data?.items;
  useEffect(() => {
    if (here !== null && ancestors) openFolders(appId, [...ancestors.map(({ node_id }) => node_id), here]);
  }, [appId, here, ancestors]);

  const toggle = (nodeId: number) => {
    if (open.has(nodeId)) closeFolder(appId, nodeId);
    else openFolders(appId, [nodeId]);
  };
  const pressed = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null;
    if (row === null || tree.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key, row, rowsOf(tree.current));
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    if ('focus' in step) step.focus.focus();
    else toggle(Number(step.toggle.dataset['folder']));
  };
  // A row that is gone, or was closed away, leaves the Tab key to the place one is at, or to the first row.
  const first = repositories[0]?.node_id ?? null;
  const inSight = useRef<number | null>(null);
  const settle = useEffectEvent(() => {
    // Where one has come to is in sight; from then on the person scrolls.
    const row = here === null ? null : tree.current?.querySelector(`[data-folder="${here}"]`);
    if (row && inSight.current !== here) {
      inSight.current = here;
      row.scrollIntoView({ block: 'nearest' });
    }
    const isShown = (id: number | null) => id !== null && tree.current?.querySelector(`[data-folder="${id}"]`) !== null;
    setTabStop([stop, here].find(isShown) ?? first);
  });
  useLayoutEffect(() => settle());
  if (repositories.length === 0) return null;
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t('tree.label')}
      className={classes['tree']}
      onKeyDown={pressed}
      onFocus={({ target }) => setStop(Number(target.dataset['folder']) || null)}
    >
      {repositories.map((repository) => {
        const { node_id: nodeId, title: name } = repository;
        const row = { appId, here, tabStop, open, toggle, shown };
        return (
          <div key={nodeId} role="none">
            <TreeRow
              {...row}
              folder={{ node_id: nodeId, name, locked: false, has_folders: true, role: repository.role }}
              level={1}
              cover={<RepositoryCover appId={appId} nodeId={nodeId} />}
            />
            {open.has(nodeId) && <TreeBranch {...row} nodeId={nodeId} level={2} />}
          </div>
        );
      })}
    </div>
  );
}

/** The folder whose page is open. */
function folderAt(appId: number, pathname: string): number | null {
  const [, app, folder] = /^\/content\/(\d+)\/navigation\/(\d+)$/.exec(pathname) ?? [];
  return Number(app) === appId ? Number(folder) : null;
}
