import { ActionIcon, Button } from '@mantine/core';
import { IconRestore, IconTrashX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import classes from './BinBar.module.css';
import type { BinSelection } from './use-bin-selection';

interface Props {
  selection: BinSelection;
  restore: () => void;
  purge: () => void;
}

/** Floats at the bottom while entries of the bin are selected. */
export function BinBar({ selection, restore, purge }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { count, bytes, all, purgeable } = selection;
  return (
    <section className={classes['bar']} aria-label={t('content:selection.label')} data-selection-bar>
      <ActionIcon size={32} aria-label={t('content:selection.clear')} onClick={selection.clear}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <span className={classes['count']} role="status">
        {count === null ? t('content:selection.counting') : t('content:selection.count', { count })}
        {count !== null && bytes > 0 && <span className={classes['size']}> · {formatSize(bytes, i18n.language)}</span>}
      </span>
      {count !== null && all !== count && (
        <Button size="sm" h={34} variant="subtle" onClick={selection.selectAll}>
          {all === null ? t('content:actions.selectAll') : t('content:selection.all', { count: all })}
        </Button>
      )}
      {count !== null && (
        <span className={classes['actions']}>
          <Button
            size="sm"
            h={34}
            variant="default"
            leftSection={<IconRestore size={18} stroke={1.7} aria-hidden />}
            onClick={restore}
          >
            {t('bin.restore')}
          </Button>
          {purgeable > 0 && (
            <Button
              size="sm"
              h={34}
              variant="subtle"
              color="red"
              c="var(--v-error)"
              leftSection={<IconTrashX size={18} stroke={1.7} aria-hidden />}
              onClick={purge}
            >
              {t('bin.purge')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}
