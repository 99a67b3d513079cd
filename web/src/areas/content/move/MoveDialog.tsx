import { Button, Modal, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArrowUp,
  IconChevronRight,
  IconFolder,
  IconFolderPlus,
  IconLibraryPhoto,
  IconSearch,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { later } from '../../../platform/routing/later';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import classes from './MoveDialog.module.css';
import { MoveNotes } from './MoveNotes';
import { checkMove, moveTo } from './move-entries';
import { countOf, type Moved, type Target } from './moved-entries';
import { type Choice, useFolderPicker } from './use-folder-picker';

const FolderDialog = later(() => import('../folder/FolderDialog'), 'FolderDialog');

interface Props {
  appId: number;
  moved: Moved;
  /** The folder whose content is shown first; null: the repositories. */
  start: number | null;
  close: () => void;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Asks where entries go: by walking the folders, by a name, or by what was opened last. */
export function MoveDialog({ appId, moved, start, close }: Props) {
  const { t } = useTranslation('content_actions');
  const words = useTranslation('content').t;
  const client = useQueryClient();
  const phone = useIsPhone();
  useFocusBack();
  const picker = useFolderPicker(appId, start);
  const [keepBoth, setKeepBoth] = useState(false);
  const [naming, setNaming] = useState(false);
  const [moving, setMoving] = useState(false);
  const { here } = picker;
  const count = countOf(moved);
  // No folder is moved into itself.
  const taken = new Set(moved.entries.map(({ node_id }) => node_id));
  const check = useQuery({
    queryKey: ['move check', appId, here?.nodeId ?? 0],
    queryFn: () => checkMove(appId, moved, { nodeId: here?.nodeId ?? 0 }),
    enabled: here !== null,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const mayMove = here !== null && (check.data?.possible ?? 0) > (keepBoth ? 0 : (check.data?.existing_count ?? 0));
  const move = async (target: Target) => {
    setMoving(true);
    if (await moveTo(client, appId, moved, target, keepBoth && (check.data?.existing_count ?? 0) > 0)) close();
    else setMoving(false);
  };
  if (naming && here !== null) {
    const made = () => setNaming(false);
    return (
      <Suspense fallback={null}>
        <FolderDialog appId={appId} parentId={here.nodeId} close={made} made={picker.open} />
      </Suspense>
    );
  }
  const row = (choice: Choice) => (
    <li key={choice.nodeId}>
      <UnstyledButton
        className={classes['row'] ?? ''}
        disabled={taken.has(choice.nodeId)}
        onClick={() => picker.open(choice.nodeId)}
      >
        {choice.isRepository ? <IconLibraryPhoto {...icon} /> : <IconFolder {...icon} />}
        <span className={classes['name']} dir="auto">
          {choice.name}
          {choice.path !== undefined && <span className={classes['path']}>{choice.path}</span>}
        </span>
        <IconChevronRight {...icon} />
      </UnstyledButton>
    </li>
  );
  const rows = picker.hits ?? picker.below;
  const recent = picker.recent.filter(({ nodeId }) => nodeId !== start && !taken.has(nodeId));
  const isStart = picker.hits === null && here?.nodeId === start && recent.length > 0;
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={560}
      title={<span className={dialog['title']}>{t('move.title', { count, name: moved.entries[0]?.name ?? '' })}</span>}
      closeButtonProps={{ 'aria-label': words('close') }}
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <TextInput
        data-autofocus
        type="search"
        aria-label={t('move.search')}
        placeholder={t('move.search')}
        leftSection={<IconSearch {...icon} />}
        value={picker.term}
        onChange={(event) => picker.setTerm(event.currentTarget.value)}
      />
      {picker.hits === null && (
        <div className={classes['head']}>
          <UnstyledButton
            className={classes['up'] ?? ''}
            aria-label={t('move.back')}
            disabled={here === null}
            onClick={() => picker.open(picker.up)}
          >
            <IconArrowUp {...icon} />
          </UnstyledButton>
          <h3 className={classes['here']} dir="auto">
            {here?.name ?? words('library.title')}
          </h3>
          {here !== null && (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconFolderPlus {...icon} />}
              onClick={() => setNaming(true)}
            >
              {t('move.new_folder')}
            </Button>
          )}
        </div>
      )}
      <div className={classes['places']}>
        {isStart && (
          <ul className={classes['recent']} aria-label={t('move.recent')}>
            <li className={classes['word']} aria-hidden>
              {t('move.recent')}
            </li>
            {recent.map(({ nodeId, name }) => (
              <li key={nodeId}>
                <UnstyledButton className={classes['pill'] ?? ''} dir="auto" onClick={() => picker.open(nodeId)}>
                  {name}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        <ul className={classes['list']} aria-label={t('move.where')}>
          {rows.map(row)}
        </ul>
        {picker.hits === null && picker.more && (
          <Button variant="subtle" size="sm" onClick={picker.more}>
            {words('tree.more')}
          </Button>
        )}
        {rows.length === 0 && !picker.waits && (
          <p className={classes['empty']}>{picker.hits === null ? t('move.empty') : t('move.found_nothing')}</p>
        )}
      </div>
      {here !== null && picker.hits === null && (
        <MoveNotes check={check.data} problem={isProblem(check.error) ? check.error.message : null} count={count} />
      )}
      {here !== null && picker.hits === null && (check.data?.existing_count ?? 0) > 0 && (
        <label className={classes['both']}>
          <input type="checkbox" checked={keepBoth} onChange={(event) => setKeepBoth(event.currentTarget.checked)} />
          {t('move.keep_both', { count: check.data?.existing_count ?? 0 })}
        </label>
      )}
      <div className={dialog['buttons']}>
        <Button variant="default" onClick={close}>
          {words('cancel')}
        </Button>
        <Button
          disabled={!mayMove || picker.hits !== null}
          loading={moving}
          onClick={() => here !== null && void move(here)}
        >
          {t('move.action')}
        </Button>
      </div>
    </Modal>
  );
}
