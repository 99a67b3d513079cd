import { ActionIcon } from '@mantine/core';
import { IconDots, IconFolder, IconFolderOff } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryTags } from '../entry/EntryTags';
import { factsOf } from '../entry/entry-facts';
import { Thumbnail } from '../entry/Thumbnail';
import type { Entry } from '../queries';
import classes from './EntryCard.module.css';
import { EntryChips } from './EntryChips';
import { EntryName } from './EntryName';
import { SelectMark } from './SelectMark';
import { TypeBadge } from './TypeBadge';

interface Props {
  appId: number;
  entry: Entry;
  column: number;
  /** About how wide it is, in pixels. */
  width: number;
  selected: boolean;
  /** The grid has one tab stop: this cell. */
  tabStop: boolean;
  menuOpen: boolean;
  dropTarget: boolean;
}

/** One cell of the grid: a short card for a folder, a picture with name and facts for a file. */
export const EntryCard = memo(function EntryCard(props: Props) {
  const { appId, entry, column, width, selected, tabStop, menuOpen, dropTarget } = props;
  const { t, i18n } = useTranslation('content');
  const isFile = entry.node_type === 'file';
  const facts = factsOf(entry, t, i18n.language);
  const traversable = entry.role === null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of cards is no table
    <div
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      className={isFile ? classes['file'] : classes['folder']}
      data-node={entry.node_id}
      data-selected={selected || undefined}
      data-traversable={traversable || undefined}
      data-drop={dropTarget || undefined}
    >
      <div className={classes['words']}>
        <span className={classes['name']}>
          <EntryName name={entry.name} whole={!isFile} />
        </span>{' '}
        <span className={classes['second']}>
          {facts !== '' && <span className={classes['facts']}>{facts}</span>}
          {!isFile && <EntryTags entry={entry} small />}
        </span>
      </div>
      {isFile ? (
        <div className={classes['picture']}>
          <Thumbnail appId={appId} entry={entry} frame={{ width, height: width * 0.75, fit: 'cover' }} />
          <TypeBadge entry={entry} />
          <EntryChips entry={entry} />
        </div>
      ) : (
        <span className={classes['folderIcon']}>
          {traversable ? <IconFolderOff stroke={1.7} aria-hidden /> : <IconFolder stroke={1.7} aria-hidden />}
        </span>
      )}
      {!traversable && <SelectMark selected={selected} />}
      {!traversable && (
        <ActionIcon
          className={classes['menu'] ?? ''}
          size={28}
          variant="default"
          tabIndex={tabStop ? 0 : -1}
          aria-label={t('menu.of', { name: entry.name })}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          data-menu-of={entry.node_id}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
});
