import { Button, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconArrowUp,
  IconChevronRight,
  IconFolder,
  IconFolderPlus,
  IconLibraryPhoto,
  IconPin,
  IconPinnedOff,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import classes from './FolderPicker.module.css';
import type { Target } from './moved-entries';
import type { Choice, Picker } from './use-folder-picker';

interface Props {
  picker: Picker;
  /** Where the picker began: there the user's pins and the folders that were opened last are offered, too. */
  start: number | null;
  /** Folders that nothing can go into. */
  closed: ReadonlySet<number>;
  makeFolder: () => void;
  /** The field has the focus at once; on a phone its keyboard would cover the folders. */
  focused: boolean;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Folders to choose from: by walking, by a name, by a pin, or by what was opened last. */
export function FolderPicker({ picker, start, closed, makeFolder, focused }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { here, hits, pinning } = picker;
  const rows = hits ?? picker.below;
  const isStart = hits === null && picker.at === start;
  const offered = ({ nodeId }: Target) => isStart && nodeId !== start && !closed.has(nodeId);
  const pinned = pinning.pins.filter(offered);
  const recent = picker.recent.filter((place) => offered(place) && pinning.isPinned(place.nodeId) !== true);
  return (
    <>
      <TextInput
        {...(focused && { 'data-autofocus': true })}
        type="search"
        aria-label={t('move.search')}
        placeholder={t('move.search')}
        leftSection={<IconSearch {...icon} />}
        value={picker.term}
        rightSection={picker.term !== '' && <ClearSearch clear={() => picker.setTerm('')} />}
        onChange={(event) => picker.setTerm(event.currentTarget.value)}
      />
      <div className={classes['head']} data-hidden={hits !== null || undefined}>
        <UnstyledButton
          className={classes['up'] ?? ''}
          aria-label={t('move.back')}
          disabled={here === null}
          onClick={() => picker.open(picker.up)}
        >
          <IconArrowUp {...icon} />
        </UnstyledButton>
        <h3 className={classes['here']} dir="auto">
          {here?.name ?? t('content:library.title')}
        </h3>
        {here !== null && <PinButton nodeId={here.nodeId} pinning={pinning} />}
        {here !== null && (
          <Button variant="subtle" size="sm" leftSection={<IconFolderPlus {...icon} />} onClick={makeFolder}>
            {t('move.new_folder')}
          </Button>
        )}
      </div>
      <div className={classes['places']}>
        <Pills word={t('move.pinned')} places={pinned} open={picker.open} />
        <Pills word={t('move.recent')} places={recent} open={picker.open} />
        <ul className={classes['list']} aria-label={t('move.where')}>
          {rows.map((choice) => (
            <Row
              key={choice.nodeId}
              choice={choice}
              disabled={closed.has(choice.nodeId)}
              open={() => picker.open(choice.nodeId)}
            />
          ))}
        </ul>
        {picker.more && (
          <Button variant="subtle" size="sm" onClick={picker.more}>
            {t('content:tree.more')}
          </Button>
        )}
        {rows.length === 0 && !picker.waits && (
          <p className={classes['empty']}>{hits === null ? t('move.empty') : t('move.found_nothing')}</p>
        )}
      </div>
    </>
  );
}

/** Pins the folder that is open, or takes its pin off. */
function PinButton({ nodeId, pinning }: { nodeId: number; pinning: Picker['pinning'] }) {
  const { t } = useTranslation('content_actions');
  const pinned = pinning.isPinned(nodeId);
  const Picture = pinned ? IconPinnedOff : IconPin;
  const word = t(pinned ? 'move.unpin' : 'move.pin');
  return (
    <UnstyledButton
      className={classes['up'] ?? ''}
      aria-label={word}
      title={word}
      disabled={pinned === undefined}
      // It keeps the focus while a press is saved, and takes no other one.
      onClick={() => !pinning.changes && pinning.change(nodeId, !pinned)}
    >
      <Picture {...icon} />
    </UnstyledButton>
  );
}

interface PillsProps {
  word: string;
  places: readonly Target[];
  open: (nodeId: number) => void;
}

/** Folders that are offered by their names, below a word. */
function Pills({ word, places, open }: PillsProps) {
  if (places.length === 0) return null;
  return (
    <ul className={classes['recent']} aria-label={word}>
      <li className={classes['word']} aria-hidden>
        {word}
      </li>
      {places.map(({ nodeId, name }) => (
        <li key={nodeId}>
          <UnstyledButton className={classes['pill'] ?? ''} dir="auto" onClick={() => open(nodeId)}>
            {name}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function Row({ choice, disabled, open }: { choice: Choice; disabled: boolean; open: () => void }) {
  const Picture = choice.isRepository ? IconLibraryPhoto : IconFolder;
  return (
    <li>
      <UnstyledButton className={classes['row'] ?? ''} disabled={disabled} onClick={open}>
        <Picture {...icon} />
        <span className={classes['name']} dir="auto">
          {choice.name}
          {choice.path !== undefined && <span className={classes['path']}>{choice.path}</span>}
        </span>
        <IconChevronRight {...icon} />
      </UnstyledButton>
    </li>
  );
}
