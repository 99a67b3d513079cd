import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import classes from './LogFilters.module.css';
import type { LogSearch } from './log-search';

type Props = { search: LogSearch; change: (part: Record<string, unknown>) => void; className: string };

const usersPath = '/api/core/users';
const offered = 20;
const delayMs = 250;
/** Marks a choice that is a part of an e-mail and not a user's id. */
const words = 'words:';

/** The author of acts: a user found by name or e-mail, or everybody whose e-mail contains the typed text. */
export function PersonFilter({ search, change, className }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), delayMs);
  const { data: found } = query.useQuery(
    'get',
    usersPath,
    { params: { query: { q, limit: offered } }, headers: shownInPlace },
    { placeholderData: keepPreviousData },
  );
  const { users_id: chosen } = search;
  const { data: known } = query.useQuery(
    'get',
    `${usersPath}/{users_id}`,
    { params: { path: { users_id: chosen ?? 0 } }, headers: shownInPlace },
    { enabled: chosen !== undefined, retry: false },
  );
  const people = (found?.items ?? []).map(({ users_id, name, email }) => ({
    value: String(users_id),
    label: name,
    email,
  }));
  const someone = chosen === undefined || people.some(({ value }) => value === String(chosen)) ? [] : [chosen];
  const options = [
    ...people,
    // A user who has left can still be found in the log.
    ...someone.map((id) => ({ value: String(id), label: known?.name ?? t('filter.person_id', { id }), email: '' })),
    ...[search.person, typed.trim()].flatMap((text) =>
      text === undefined || text === ''
        ? []
        : [{ value: words + text, label: t('filter.person_words', { text }), email: '' }],
    ),
  ];
  const unique = options.filter(({ value }, at) => options.findIndex((one) => one.value === value) === at);
  return (
    <Select
      className={className}
      label={t('filter.person')}
      placeholder={t('filter.person_hint')}
      leftSection={<IconSearch size={16} aria-hidden />}
      data={unique}
      value={chosen !== undefined ? String(chosen) : search.person !== undefined ? words + search.person : null}
      onChange={(value) => {
        const text = value?.startsWith(words) ? value.slice(words.length) : undefined;
        change({ users_id: text === undefined ? (value ?? undefined) : undefined, person: text });
      }}
      // The server has already searched by name and by e-mail.
      filter={({ options: all }) => all}
      onSearchChange={(text) => setTyped(unique.some(({ label }) => label === text) ? '' : text)}
      renderOption={({ option }) => {
        const email = unique.find(({ value }) => value === option.value)?.email;
        return (
          <span className={classes['choice']}>
            {option.label}
            {email !== '' && <span className={classes['email']}>{email}</span>}
          </span>
        );
      }}
      nothingFoundMessage={t('filter.nobody')}
      searchable
      clearable
    />
  );
}
