import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../i18n/moments';
import { later, usePrefetch } from '../../routing/later';
import { onPage } from '../on-page';
import { type Day, parseDay } from './calendar';

const Calendar = later(() => import('./Calendar'), 'Calendar');

interface Props {
  label: string;
  value: Day | null;
  min?: Day | undefined;
  max?: Day | undefined;
  /** Null: no day. */
  change: (day: Day | null) => void;
}

/** A day, shown and typed as people of the language write it, or chosen from a month. */
export function DateField({ label, value, min, max, change }: Props) {
  const { t, i18n } = useTranslation('settings');
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  usePrefetch(Calendar);
  const show = (day: Day) => formatDay(Date.parse(`${day}T00:00:00Z`) / 1000, i18n.language, 'UTC');
  const take = (day: Day | null) => {
    setTyped(null);
    setError(null);
    if (day !== value) change(day);
  };
  const settle = () => {
    if (typed === null) return;
    if (typed.trim() === '') return take(null);
    const day = parseDay(typed, i18n.language);
    if (day === null) setError(t('date.invalid', { example: show('2026-11-22') }));
    else if (min !== undefined && day < min) setError(t('date.early', { day: show(min) }));
    else if (max !== undefined && day > max) setError(t('date.late', { day: show(max) }));
    else take(day);
  };
  const calendar = (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      hideDetached={false}
      trapFocus
      returnFocus
      portalProps={onPage}
    >
      <Popover.Target>
        <ActionIcon size={28} aria-label={t('date.choose', { label })} onClick={() => setOpened(!opened)}>
          <IconCalendar size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={null}>
          <Calendar
            {...{ value, min, max }}
            choose={(day) => {
              take(day);
              setOpened(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      label={label}
      value={typed ?? (value === null ? '' : show(value))}
      error={error}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setError(null);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
      rightSection={calendar}
    />
  );
}
