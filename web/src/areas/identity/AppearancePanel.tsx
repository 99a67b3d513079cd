import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './AppearancePanel.module.css';
import { ThemePicker } from './ThemePicker';

type Scheme = 'light' | 'dark' | 'auto';

export function AppearancePanel() {
  const { t } = useTranslation('identity_account');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes['root']}>
      <ThemePicker />
      <SegmentedControl
        aria-label={t('scheme.label')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as Scheme)}
        data={[
          { value: 'light', label: t('scheme.light') },
          { value: 'dark', label: t('scheme.dark') },
          { value: 'auto', label: t('scheme.auto') },
        ]}
      />
    </div>
  );
}
