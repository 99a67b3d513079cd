import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './ViewSwitch.module.css';
import type { ViewMode } from './view-mode';

interface Props {
  mode: ViewMode;
  setMode: (mode: ViewMode) => void;
}

/** Grid or list. */
export function ViewSwitch({ mode, setMode }: Props) {
  const { t } = useTranslation('content');
  const choices = [
    { mode: 'grid', label: t('view.grid'), icon: IconLayoutGrid },
    { mode: 'list', label: t('view.list'), icon: IconList },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, no form
    <div role="group" aria-label={t('view.label')} className={classes['switch']}>
      {choices.map((one) => (
        <button
          key={one.mode}
          type="button"
          className={classes['choice']}
          aria-pressed={mode === one.mode}
          aria-label={one.label}
          title={one.label}
          onClick={() => setMode(one.mode)}
        >
          <one.icon size={18} stroke={1.7} aria-hidden />
        </button>
      ))}
    </div>
  );
}
