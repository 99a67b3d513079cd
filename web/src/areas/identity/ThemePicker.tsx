import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '../../platform/theme/ThemeProvider';
import { useThemeTitle } from '../../platform/theme/use-theme-title';
import { ThemeMiniature } from './ThemeMiniature';
import classes from './ThemePicker.module.css';

/** The themes as miniatures to choose from: native radio buttons under drawn labels. */
export function ThemePicker() {
  const { t } = useTranslation('identity_account');
  const title = useThemeTitle();
  const { choices, chosenId, choose } = useThemeChoice();
  const name = useId();
  return (
    <fieldset className={classes['grid']}>
      <VisuallyHidden component="legend">{t('profile.theme')}</VisuallyHidden>
      {choices.map((theme) => (
        <label key={theme.theme_id} className={classes['choice']}>
          <input
            type="radio"
            name={name}
            checked={theme.theme_id === chosenId}
            onChange={() => choose(theme.theme_id)}
            className={classes['radio']}
          />
          <ThemeMiniature config={theme.theme_config} />
          <span className={classes['title']}>{title(theme)}</span>
        </label>
      ))}
    </fieldset>
  );
}
