import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../platform/ui/Hint';
import classes from './AppBar.module.css';

export function SchemeToggle() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = dark ? t('scheme.to_light') : t('scheme.to_dark');
  const Drawing = dark ? IconSun : IconMoon;
  return (
    <Hint label={label}>
      <ActionIcon
        className={classes['action'] ?? ''}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        aria-label={label}
      >
        <Drawing size={20} stroke={1.7} />
      </ActionIcon>
    </Hint>
  );
}
