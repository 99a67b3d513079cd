import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';
import type { Offers } from './notify';

interface Props extends Offers {
  message: string;
  /** So many others that can be taken back wait behind it. */
  earlier: number;
}

/** What was done, the button that leads to it, and the one that takes it back. */
export function BannerMessage({ message, undo, lead, earlier }: Props) {
  const { t } = useTranslation();
  return (
    <span className={classes['offering']}>
      <span className={classes['told']}>
        {message}
        {earlier > 0 && <span className={classes['earlier']}> {t('banner.earlier', { count: earlier })}</span>}
      </span>
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
