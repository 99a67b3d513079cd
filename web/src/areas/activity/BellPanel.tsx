import { Button } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionList } from './ActionList';
import { type ActionGroup, foldAlike } from './action-groups';
import classes from './BellPanel.module.css';
import { useActionHandlers } from './use-actions';

interface Props {
  groups: readonly ActionGroup[];
  close: () => void;
}

/** All background actions, at most 350 by 600. */
export function BellPanel({ groups, close }: Props) {
  const { t } = useTranslation('activity');
  const handlers = useActionHandlers();
  const clearable = groups.some((group) => group.finished > 0);
  return (
    <div className={classes['panel']}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{t('title')}</h2>
        {clearable && (
          <Button size="compact-sm" variant="subtle" flex="none" onClick={handlers.clear}>
            {t('clear')}
          </Button>
        )}
      </div>
      {groups.length === 0 ? (
        <p className={classes['empty']}>
          <IconBellOff size={28} stroke={1.5} aria-hidden />
          {t('empty')}
        </p>
      ) : (
        <ActionList
          groups={foldAlike(groups)}
          handlers={handlers}
          onLeave={close}
          maxHeight={Math.min(542, window.innerHeight - 150)}
        />
      )}
    </div>
  );
}
