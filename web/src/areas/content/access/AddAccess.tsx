import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { useUnsavedWork } from '../../../platform/session/expiry';
import classes from './AccessEditor.module.css';
import { candidatesPath, principalOf, type Role } from './grants';
import { useReaches, useRoles } from './use-access-words';
import type { Wanted } from './use-grants';

type Props = {
  nodeId: number;
  container: boolean;
  give: (wanted: Wanted) => Promise<boolean>;
  busy: boolean;
  first: boolean;
};

const isGroup = (one: { value: string }) => one.value.startsWith('g');

/** Finds a group or a person and gives them a role. */
export function AddAccess({ nodeId, container, give, busy, first }: Props) {
  const { t } = useTranslation('content');
  const roles = useRoles();
  const reaches = useReaches();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 200);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [role, setRole] = useState<Role>('reader');
  const [recursive, setRecursive] = useState(true);
  useUnsavedWork(chosen !== null);
  const { data } = query.useQuery(
    'get',
    candidatesPath,
    { params: { path: { node_id: nodeId }, query: { ...(q !== '' && chosen === null && { q }) } } },
    { placeholderData: keepPreviousData },
  );
  const groups = (data?.groups ?? []).map((one) => ({ value: `g${one.user_group_id}`, label: one.group_title }));
  const people = (data?.users ?? []).map((one) => ({ value: `u${one.users_id}`, label: `${one.name} · ${one.email}` }));
  // The chosen person stays visible, whatever the search finds later.
  const isListed = [...groups, ...people].some((one) => one.value === chosen?.value);
  const kept = chosen === null || isListed ? [] : [chosen];
  const choose = (value: string | null) =>
    setChosen([...kept, ...groups, ...people].find((one) => one.value === value) ?? null);
  const add = async () => {
    if (chosen === null) return;
    const done = await give({ holder: principalOf(chosen.value), role, recursive: container && recursive });
    if (!done) return;
    setChosen(null);
    setTerm('');
  };
  return (
    <form
      className={classes['add']}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Select
        {...(first && { 'data-autofocus': true })}
        className={classes['who'] ?? ''}
        label={t('access.who')}
        placeholder={t('access.who_placeholder')}
        data={[
          { group: t('access.groups'), items: [...kept.filter(isGroup), ...groups] },
          { group: t('access.people'), items: [...kept.filter((one) => !isGroup(one)), ...people] },
        ]}
        value={chosen?.value ?? null}
        onChange={choose}
        searchable
        openOnFocus={false}
        searchValue={term}
        onSearchChange={setTerm}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={t('access.none')}
        clearable
      />
      <Select
        className={classes['role'] ?? ''}
        label={t('access.role')}
        data={roles.options}
        value={role}
        onChange={(value) => setRole(roles.parse(value) ?? 'reader')}
        allowDeselect={false}
      />
      {container && (
        <Select
          className={classes['reach'] ?? ''}
          label={t('access.reach')}
          data={reaches}
          value={recursive ? 'all' : 'here'}
          onChange={(value) => setRecursive(value === 'all')}
          allowDeselect={false}
        />
      )}
      <Button type="submit" className={classes['submit'] ?? ''} disabled={chosen === null} loading={busy}>
        {t('access.add')}
      </Button>
    </form>
  );
}
