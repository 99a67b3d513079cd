import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A shortcut as keys to press, in the reader's words for the keys that have any. */
export function ShortcutKeys({ shortcut, spoken = false }: { shortcut: string; spoken?: boolean }) {
  const { t } = useTranslation('content');
  const words: Record<string, string> = {
    Space: t('keys.space'),
    Delete: t('keys.delete'),
    Enter: t('keys.enter'),
    Escape: t('keys.escape'),
  };
  return (
    <span aria-hidden={!spoken}>
      {shortcut.split('+').map((key) => (
        <Kbd key={key} size="xs" ms={2}>
          {words[key] ?? key}
        </Kbd>
      ))}
    </span>
  );
}
