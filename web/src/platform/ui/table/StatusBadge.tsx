import { useTranslation } from 'react-i18next';
import classes from './StatusBadge.module.css';

/** On or off, by word and by shape. */
export function StatusBadge({ active }: { active: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <span className={classes['badge']} data-active={active || undefined}>
      <span className={classes['dot']} aria-hidden />
      {active ? t('status.active') : t('status.inactive')}
    </span>
  );
}
