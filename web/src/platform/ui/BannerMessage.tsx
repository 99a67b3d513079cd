import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import type { Offers } from './notify';

/** What was done, the button that leads to it, and the one that takes it back. */
export function BannerMessage({ message, undo, lead }: Offers & { message: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes['offering']}>
      <span className={classes['told']}>{message}</span>
      {lead && (
        <Button size="compact-sm" variant="subtle" onClick={lead.run}>
          {lead.label}
        </Button>
      )}
      {undo && (
        <Button size="compact-sm" variant="light" onClick={() => void undo.run()}>
          {t('banner.undo')}
        </Button>
      )}
    </span>
  );
}
