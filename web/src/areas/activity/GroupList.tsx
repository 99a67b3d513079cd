import { Button } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionList } from './ActionList';
import { type ActionGroup, foldAlike } from './action-groups';
import classes from './GroupList.module.css';
import { useActionHandlers } from './use-actions';

interface Props {
  groups: readonly ActionGroup[];
  close: () => void;
}

/** All background actions of the user, and a way to clear what has ended. */
export function GroupList({ groups, close }: Props) {
  const { t } = useTranslation('activity_tray');
  const handlers = useActionHandlers();
  const clearable = groups.some((group) => group.finished > 0);
  if (groups.length === 0) {
    return (
      <p className={classes['empty']}>
        <IconBellOff size={28} stroke={1.5} aria-hidden />
        {t('empty')}
      </p>
    );
  }
  return (
    <>
      <ActionList
        groups={foldAlike(groups)}
        handlers={handlers}
        onLeave={close}
        maxHeight={Math.min(500, window.innerHeight - 190)}
      />
      {clearable && (
        <div className={classes['foot']}>
          <Button size="compact-sm" variant="subtle" onClick={handlers.clear}>
            {t('clear')}
          </Button>
        </div>
      )}
    </>
  );
}
