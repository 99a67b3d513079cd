import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { searched, subscribeSearched } from '../platform/registry/searched';
import { openPalette } from './open-palette';
import classes from './PaletteButton.module.css';

/** Looks like a search field, opens the command palette; it keeps the words of the search that is on the screen. */
export function PaletteButton() {
  const { t } = useTranslation('shell');
  const field = useRef<HTMLButtonElement>(null);
  const search = useSyncExternalStore(subscribeSearched, searched);
  const term = search?.words ?? '';
  const isFilled = term !== '';
  const clear = () => {
    // Escape in the palette comes back to it.
    field.current?.focus();
    search?.clear();
    void openPalette();
  };
  return (
    <div className={classes['place']}>
      <UnstyledButton
        ref={field}
        className={classes['field'] ?? ''}
        data-filled={isFilled || undefined}
        onClick={() => void openPalette(term)}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes['words']}>
          {isFilled && <span className={classes['unseen']}>{t('palette.open')}: </span>}
          {isFilled ? term : t('palette.open')}
        </span>
        {!isFilled && (
          <Kbd className={classes['key'] ?? ''} aria-hidden>
            Ctrl K
          </Kbd>
        )}
      </UnstyledButton>
      {isFilled && (
        <ActionIcon className={classes['clear'] ?? ''} size={28} aria-label={t('palette.clear')} onClick={clear}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
