import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableView } from './table-view';

type Props = { label: string; view: TableView; className: string };

const delayMs = 250;

/** Asks the server a moment after the last letter; "/" focuses it from anywhere on the page. */
export function SearchField({ label, view, className }: Props) {
  const { t } = useTranslation('settings');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.q);
  const [asked, setAsked] = useState(view.q);
  // Back, forward, and the button that clears the search change the address from outside.
  if (asked !== view.q) {
    setAsked(view.q);
    setTyped(view.q);
  }
  const ask = useDebouncedCallback((q: string) => {
    setAsked(q);
    view.show({ q });
  }, delayMs);
  const type = (q: string) => {
    setTyped(q);
    ask(q.trim());
  };
  useHotkeys([['/', () => field.current?.focus()]]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t('table.clear')} onClick={() => type('')} />}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') type('');
      }}
    />
  );
}
