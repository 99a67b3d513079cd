import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { searched, subscribeSearched } from '../platform/registry/searched';
import { openPalette } from './open-palette';
import classes from './PaletteButton.module.css';

/** Looks like a search field, opens the command palette; it keeps the words of the search that is on the screen. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  const term = useSyncExternalStore(subscribeSearched, searched) ?? '';
  return (
    <UnstyledButton
      className={classes['field'] ?? ''}
      data-filled={term !== '' || undefined}
      onClick={() => void openPalette(term)}
      aria-keyshortcuts="Control+K"
      aria-haspopup="dialog"
    >
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <span className={classes['words']}>
        {term !== '' && <span className={classes['unseen']}>{t('palette.open')}: </span>}
        {term === '' ? t('palette.open') : term}
      </span>
      <Kbd className={classes['key'] ?? ''} aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  );
}
