import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { EntryName } from '../browser/EntryName';
import { Thumbnail } from '../entry/Thumbnail';
import { EqualMembers } from './EqualMembers';
import classes from './EqualPage.module.css';
import type { EqualFile, Group } from './equal-queries';

interface Props {
  appId: number;
  /** Of the repository. */
  nodeId: number;
  group: Group;
  selected: ReadonlyMap<number, EqualFile>;
  select: (files: readonly EqualFile[], on: boolean) => void;
}

const FRAME = { width: 56, height: 42, fit: 'cover' } as const;

/** Files with one content: how many there are, what they waste, and, opened, each of them. */
export function EqualGroupRow({ appId, nodeId, group, selected, select }: Props) {
  const { t, i18n } = useTranslation('content_actions');
  const [opened, setOpened] = useState(false);
  const members = useId();
  const { first, count, size, wasted } = group;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const bytes = (amount: number) => formatSize(amount, i18n.language);
  return (
    <li className={classes['group']}>
      <div className={classes['row']}>
        <span className={classes['picture']}>
          <Thumbnail appId={appId} entry={first} frame={FRAME} iconSize={20} bare itself />
        </span>
        <div className={classes['words']}>
          <span className={classes['name']}>
            <EntryName name={first.name} />
          </span>
          <span className={classes['facts']}>
            {t('equal.count', { count, size: bytes(size) })} · {t('equal.wasted', { size: bytes(wasted) })}
          </span>
        </div>
        <Button
          size="sm"
          variant="default"
          aria-expanded={opened}
          aria-controls={opened ? members : undefined}
          aria-label={opened ? t('equal.hideOf', { name: first.name }) : t('equal.showOf', { name: first.name })}
          leftSection={<Chevron size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {opened ? t('equal.hide') : t('equal.show')}
        </Button>
      </div>
      {opened && (
        <div id={members}>
          <EqualMembers appId={appId} nodeId={nodeId} group={group} selected={selected} select={select} />
        </div>
      )}
    </li>
  );
}
