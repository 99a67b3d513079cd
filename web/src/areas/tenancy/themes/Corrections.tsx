import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isColor } from '../../../platform/theme/contrast';
import type { ThemeConfig } from '../../../platform/theme/palettes';
import { Panel } from '../../../platform/ui/Panel';
import classes from './ThemeForm.module.css';
import { type ColorName, corrections } from './theme';

const colors: readonly ColorName[] = [
  'appBarTxtColor',
  'primary',
  'appBackground',
  'defaultIconColor',
  'error',
  'info',
  'success',
  'warning',
];

/** Colours that would be unreadable as chosen, and those that the page shows instead. */
export function Corrections({ config }: { config: ThemeConfig }) {
  const { t } = useTranslation('tenancy_settings');
  if (!colors.every((name) => isColor(config[name]))) return null;
  const found = corrections(config);
  if (found.length === 0) return null;
  return (
    <Panel title={t('themes.warnings.title')} description={t('themes.warnings.lead')}>
      <ul className={classes['warnings']} aria-live="polite">
        {found.map(({ name, wanted, shown }) => (
          <li key={name} className={classes['warning']}>
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
            <span className={classes['chip']} style={{ '--color': wanted }} aria-hidden />
            <span className={classes['chip']} style={{ '--color': shown }} aria-hidden />
            {t('themes.warnings.one', { name: t(`themes.colors.${name}`), wanted, shown })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
