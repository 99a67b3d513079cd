import { Button } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../../platform/theme/ThemeProvider';
import { ThemeSwatch } from '../../../platform/theme/ThemeSwatch';
import { useThemeTitle } from '../../../platform/theme/use-theme-title';
import { Panel } from '../../../platform/ui/Panel';
import classes from './ThemeForm.module.css';
import { blank } from './theme';

/** The platform's palettes as a starting point; the logo stays. */
export function Palettes() {
  const { t } = useTranslation('tenancy_settings');
  const title = useThemeTitle();
  const { choices } = useThemeChoice();
  const { getValues, setValue } = useFormContext();
  const take = (config: (typeof choices)[number]['theme_config']) => {
    const logo = getValues('theme_config.logo');
    setValue('theme_config', { ...blank(config), logo }, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Panel title={t('themes.palettes')} description={t('themes.palettes_lead')}>
      <div className={classes['logo']}>
        {choices
          .filter((theme) => theme.tenant_id === null)
          .map((theme) => (
            <Button
              key={theme.theme_id}
              variant="default"
              leftSection={<ThemeSwatch config={theme.theme_config} />}
              onClick={() => take(theme.theme_config)}
            >
              {title(theme)}
            </Button>
          ))}
      </div>
    </Panel>
  );
}
