import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../platform/ui/Hint';
import { isRunning, outcome } from './action';
import type { ActionGroup } from './action-groups';
import classes from './GroupHeader.module.css';
import type { ActionHandlers } from './use-actions';

interface Props {
  group: ActionGroup;
  title: string;
  handlers: ActionHandlers;
  open: boolean | undefined;
  toggle: (() => void) | undefined;
}

/** Cancels what runs of a group, dismisses what was interrupted, and shows its actions. */
export function GroupTools({ group, title, handlers, open, toggle }: Props) {
  const { t } = useTranslation('activity_tray');
  const several = group.actions.length > 1;
  const cancellable = group.actions.filter((action) => isRunning(action) && action.cancellable);
  // A single one has a button with words.
  const interrupted = several ? group.actions.filter((action) => outcome(action) === 'interrupted') : [];
  return (
    <div className={classes['tools']}>
      {cancellable.length > 0 && (
        <Hint label={several ? t('cancelAll') : t('cancel')}>
          <ActionIcon
            size={28}
            aria-label={t('cancelOne', { name: title })}
            onClick={() => void handlers.cancel(cancellable)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      {interrupted.length > 0 && (
        <Hint label={t('dismiss')}>
          <ActionIcon
            size={28}
            aria-label={t('dismissOne', { name: title })}
            onClick={() => void handlers.cancel(interrupted)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      {several && toggle && (
        <ActionIcon
          size={28}
          aria-label={open ? t('hideItems', { name: title }) : t('showItems', { name: title })}
          aria-expanded={open}
          onClick={toggle}
        >
          <IconChevronDown size={16} aria-hidden className={classes['chevron']} />
        </ActionIcon>
      )}
    </div>
  );
}
