import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorInput.layer.css';
import { ColorInput } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { Panel } from '../../../platform/ui/Panel';
import classes from './ThemeForm.module.css';
import { type ColorName, colorGroups } from './theme';

const groups = ['bar', 'page', 'states'] as const;

/** Every colour of a theme. */
export function ColorFields() {
  const { t } = useTranslation('tenancy_settings');
  return groups.map((group) => (
    <Panel key={group} title={t(`themes.groups.${group}`)}>
      <div className={classes['grid']}>
        {colorGroups[group].map((name) => (
          <ColorField key={name} name={name} />
        ))}
      </div>
    </Panel>
  ));
}

function ColorField({ name }: { name: ColorName }) {
  const { t } = useTranslation('tenancy_settings');
  const errorText = useErrorText();
  const { field, fieldState } = useController({ name: `theme_config.${name}` });
  return (
    <ColorInput
      {...field}
      label={t(`themes.colors.${name}`)}
      error={errorText(fieldState.error?.message)}
      format="hex"
      eyeDropperButtonProps={{ 'aria-label': t('themes.pick') }}
      withAsterisk
    />
  );
}
