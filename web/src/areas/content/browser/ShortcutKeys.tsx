import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ShortcutKeys.module.css';

/** A shortcut as keys, with the user's names of keys. */
export function ShortcutKeys({ shortcut, spoken = false }: { shortcut: string; spoken?: boolean }) {
  const { t } = useTranslation('content');
  const words: Record<string, string> = {
    Space: t('keys.space'),
    Delete: t('keys.delete'),
    Enter: t('keys.enter'),
    Escape: t('keys.escape'),
  };
  return (
    <span aria-hidden={!spoken} className={spoken ? undefined : classes['hint']}>
      {shortcut.split('+').map((key) => (
        <Kbd key={key} size="xs" ms={2}>
          {words[key] ?? key}
        </Kbd>
      ))}
    </span>
  );
}
