import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { candidatesQuery } from './api';
import type { MemberRole, Principal } from './collection-types';
import classes from './MembersDialog.module.css';
import { UnseenNote } from './UnseenNote';
import { useRoleWords } from './use-role-words';

interface Props {
  appId: number;
  collectionId: number;
  /** Whether it was done. */
  add: (principal: Principal, role: MemberRole) => Promise<boolean>;
}

/** A person or a group in the field: `u7`, `g3`. */
type Candidate = { value: string; label: string };

const principalOf = (value: string): Principal => {
  const id = Number(value.slice(1));
  return value.startsWith('g') ? { user_group_id: id } : { users_id: id };
};

/** Finds a person or a group and shares the collection with them. */
export function AddMember({ appId, collectionId, add }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { words, parse } = useRoleWords();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 200);
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const [role, setRole] = useState<MemberRole>('viewer');
  const [busy, setBusy] = useState(false);
  // The name of the chosen one in the field is no search.
  const search = term === chosen?.label ? '' : q;
  const { data } = useQuery({ ...candidatesQuery(appId, collectionId, search), placeholderData: keepPreviousData });
  const groups = (data?.groups ?? []).map((one) => ({ value: `g${one.user_group_id}`, label: one.name }));
  const people = (data?.people ?? []).map((one) => ({ value: `u${one.users_id}`, label: one.name }));
  // The chosen one stays visible, whatever the search finds later.
  const isListed = [...groups, ...people].some(({ value }) => value === chosen?.value);
  const kept = chosen === null || isListed ? [] : [chosen];
  const isGroup = ({ value }: Candidate) => value.startsWith('g');
  const offered = [
    { group: t('access.groups'), items: [...kept.filter(isGroup), ...groups] },
    { group: t('access.people'), items: [...kept.filter((one) => !isGroup(one)), ...people] },
  ];
  const submit = async () => {
    if (chosen === null) return;
    setBusy(true);
    const done = await add(principalOf(chosen.value), role);
    setBusy(false);
    if (!done) return;
    setChosen(null);
    setTerm('');
  };
  return (
    <form
      className={classes['add']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Select
        className={classes['find'] ?? ''}
        label={t('access.who')}
        placeholder={t('access.who_placeholder')}
        data={offered}
        value={chosen?.value ?? null}
        onChange={(value) => setChosen([...kept, ...groups, ...people].find((one) => one.value === value) ?? null)}
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
        data={(['viewer', 'editor'] as const).map((value) => ({ value, label: words[value] }))}
        value={role}
        onChange={(value) => setRole(parse(value) === 'editor' ? 'editor' : 'viewer')}
        allowDeselect={false}
      />
      <Button type="submit" disabled={chosen === null} loading={busy}>
        {t('collection.addMember')}
      </Button>
      {chosen !== null && (
        <UnseenNote {...{ appId, collectionId }} principal={principalOf(chosen.value)} name={chosen.label} />
      )}
    </form>
  );
}
