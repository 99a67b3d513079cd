import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openPalette } from './open-palette';
import classes from './PaletteButton.module.css';

/** Looks like a search field, opens the command palette. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  return (
    <UnstyledButton
      className={classes['field'] ?? ''}
      onClick={openPalette}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
    >
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <span className={classes['words']}>{t('palette.open')}</span>
      <Kbd className={classes['key'] ?? ''} aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  );
}
