import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import type { Undo } from './notify';

/** What was done, and the button that takes it back. */
export function UndoableMessage({ message, undo }: { message: string; undo: Undo }) {
  const { t } = useTranslation();
  return (
    <span className={classes['undoable']}>
      <span className={classes['told']}>{message}</span>
      <Button size="compact-sm" variant="light" onClick={() => void undo.run()}>
        {t('banner.undo')}
      </Button>
    </span>
  );
}
