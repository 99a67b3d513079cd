import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import classes from '../bin/BinBar.module.css';
import type { EqualFile } from './equal-queries';

interface Props {
  files: readonly EqualFile[];
  removing: boolean;
  clear: () => void;
  remove: () => void;
}

/** Floats at the bottom while equal files are selected. */
export function EqualBar({ files, removing, clear, remove }: Props) {
  const { t, i18n } = useTranslation('content');
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return (
    <section className={classes['bar']} aria-label={t('selection.label')} data-selection-bar>
      <ActionIcon size={32} aria-label={t('selection.clear')} onClick={clear}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <span className={classes['count']} role="status">
        {t('selection.count', { count: files.length })}
        <span className={classes['size']}> · {formatSize(bytes, i18n.language)}</span>
      </span>
      <span className={classes['actions']}>
        <Button
          size="sm"
          h={34}
          variant="default"
          loading={removing}
          leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
          onClick={remove}
        >
          {t('actions.remove')}
        </Button>
      </span>
    </section>
  );
}
