import { Button } from '@mantine/core';
import { IconFolder, IconLock, IconRestore, IconTrashX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatDay } from '../../../platform/i18n/moments';
import { EntryName } from '../browser/EntryName';
import { lockWords } from '../browser/lock-words';
import { Thumbnail } from '../entry/Thumbnail';
import type { BinEntry } from '../queries';
import classes from './BinPage.module.css';

interface Props {
  appId: number;
  entry: BinEntry;
  selected: boolean;
  toggle: (shift: boolean) => void;
  restore: () => void;
  purge: () => void;
}

const FRAME = { width: 56, height: 42, fit: 'cover' } as const;

/** One entry of the bin: its picture, whose lock it has, where it was, and how long it stays. */
export function BinRow({ appId, entry, selected, toggle, restore, purge }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { t: ofLock } = useTranslation('content');
  const locale = i18n.language;
  const facts = [
    entry.size !== null && formatSize(entry.size, locale),
    entry.parent_name !== null && t('bin.from', { folder: entry.parent_name }),
    entry.deleted_by === null
      ? t('bin.deleted', { day: formatDay(entry.deleted_at, locale) })
      : t('bin.deletedBy', { day: formatDay(entry.deleted_at, locale), name: entry.deleted_by }),
    t('bin.until', { day: formatDay(entry.purge_at, locale) }),
  ];
  return (
    <li className={classes['row']} data-selected={selected || undefined}>
      <input
        type="checkbox"
        className={classes['tick']}
        checked={selected}
        aria-label={t('bin.select', { name: entry.name })}
        onChange={(event) => toggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
      <span className={classes['picture']}>
        {entry.node_type === 'file' ? (
          <Thumbnail appId={appId} entry={entry} frame={FRAME} iconSize={20} bare />
        ) : (
          <IconFolder size={22} stroke={1.7} aria-hidden />
        )}
      </span>
      <div className={classes['words']}>
        <span className={classes['name']}>
          <EntryName name={entry.name} />
        </span>
        {entry.locked && (
          <span className={classes['lock']}>
            <IconLock size={12} stroke={2} aria-hidden />
            {lockWords(entry, ofLock, locale)}
          </span>
        )}
        <span className={classes['facts']}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classes['tools']}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconRestore size={16} aria-hidden />}
          onClick={restore}
          aria-label={t('bin.restoreOne', { name: entry.name })}
        >
          {t('bin.restore')}
        </Button>
        {entry.purgeable && (
          <Button
            size="sm"
            variant="subtle"
            color="red"
            c="var(--v-error)"
            leftSection={<IconTrashX size={16} aria-hidden />}
            onClick={purge}
            aria-label={t('bin.purgeOne', { name: entry.name })}
          >
            {t('bin.purge')}
          </Button>
        )}
      </div>
    </li>
  );
}
