import { Menu } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../../platform/registry/registry';
import { lockWords } from '../browser/lock-words';
import type { Entry } from '../queries';
import { heldByLock } from './held-by-lock';
import classes from './LockedItems.module.css';

/** The end of the menu of an entry that somebody else has locked: who it was, and what waits for them. */
export function LockedItems({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation(['content', 'content_actions']);
  const { entryActions } = useRegistry();
  const reason = useId();
  const held = heldByLock(entryActions, [entry]).filter(({ keyOnly }) => !keyOnly);
  return (
    <>
      <Menu.Divider />
      <Menu.Label id={reason} className={classes['reason'] ?? ''}>
        {lockWords(entry, t, i18n.language)}.{' '}
        {t(entry.node_type === 'file' ? 'content_actions:lock.rule.file' : 'content_actions:lock.rule.folder')}
      </Menu.Label>
      {held.map((action) => (
        <Menu.Item
          key={action.key}
          data-disabled
          aria-disabled
          aria-describedby={reason}
          closeMenuOnClick={false}
          leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
        >
          {action.label()}
        </Menu.Item>
      ))}
    </>
  );
}
