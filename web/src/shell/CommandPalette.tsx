import { CloseButton, Kbd } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaletteItem, PaletteSource } from '../platform/registry/palette';
import { useBackCloses } from '../platform/ui/use-back-closes';
import classes from './CommandPalette.module.css';
import type { TypedAhead } from './typed-ahead';
import { usePlaces } from './use-places';
import { useSettingsPlaces } from './use-settings-places';

/** The rows by their groups, in the order of these. */
function grouped(items: readonly PaletteItem[]): ReadonlyMap<string, readonly PaletteItem[]> {
  const groups = new Map<string, PaletteItem[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  const place = (rows: readonly PaletteItem[]) => Math.min(...rows.map(({ order = 50 }) => order));
  return new Map([...groups].sort(([, one], [, other]) => place(one) - place(other)));
}

const [store, actions] = createSpotlight();

/** What is typed before the field has the focus. */
let ahead: TypedAhead | null = null;

export function openWith(typed: TypedAhead): void {
  if (store.getState().opened) {
    typed.end();
    return;
  }
  ahead = typed;
  actions.open();
}

type Props = { sources: readonly PaletteSource[] };

/** Ctrl K: go anywhere, run any action that the areas offer. */
export function CommandPalette({ sources }: Props) {
  const { t } = useTranslation('shell');
  const [term, setTerm] = useState('');
  useBackCloses(useSpotlight(store).opened, actions.close);
  // biome-ignore lint/correctness/useHookAtTopLevel: the sources are a constant list, so the order never changes
  const items = [usePlaces, useSettingsPlaces, ...sources].flatMap((useSource) => useSource(term));
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTerm('');
    field.current?.focus();
  };
  const shown = items.map((item) => item.id).join();
  // The kit selects the first of what is there while typing; hits that come later push that one down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are shown
  useEffect(() => {
    const [first, ...others] = list.current?.querySelectorAll('[data-action]') ?? [];
    for (const row of others) row.removeAttribute('data-selected');
    first?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }));
  }, [shown]);
  return (
    <Spotlight.Root
      store={store}
      query={term}
      onQueryChange={setTerm}
      onSpotlightOpen={() => setTerm(ahead?.words() ?? '')}
      onSpotlightClose={() => ahead?.end()}
      // `PaletteLater` has the keys.
      shortcut={null}
      tagsToIgnore={[]}
      scrollable
      maxHeight={440}
      radius="lg"
      yOffset="14vh"
      centered={false}
      size={620}
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      classNames={{
        search: classes['search'] ?? '',
        action: classes['action'] ?? '',
        actionSection: classes['section'] ?? '',
        body: classes['body'] ?? '',
        actionsGroup: classes['group'] ?? '',
      }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
    >
      <Spotlight.Search
        ref={field}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={20} stroke={1.7} />}
        {...(term !== '' && {
          rightSection: <CloseButton size={32} aria-label={t('palette.clear')} onClick={clear} />,
        })}
        rightSectionPointerEvents="all"
        onFocus={() => {
          if (ahead !== null) setTerm(ahead.end());
          ahead = null;
        }}
      />
      <Spotlight.ActionsList ref={list}>
        {[...grouped(items)].map(([group, actions]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                {...(item.description === undefined ? {} : { description: item.description })}
                leftSection={item.icon}
                {...(item.keys !== undefined && { rightSection: <Kbd size="xs">{item.keys}</Kbd> })}
                onClick={item.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {items.length === 0 && <Spotlight.Empty>{t('palette.empty')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
