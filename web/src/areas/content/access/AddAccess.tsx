import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedWork } from '../../../platform/session/expiry';
import classes from './AccessEditor.module.css';
import { principalOf, type Role } from './grants';
import { useReaches, useRoles } from './use-access-words';
import { useCandidates } from './use-candidates';
import type { Wanted } from './use-grants';

type Props = {
  nodeId: number;
  container: boolean;
  give: (wanted: Wanted) => Promise<boolean>;
  busy: boolean;
  first: boolean;
};

/** Finds a group or a person and gives them a role. */
export function AddAccess({ nodeId, container, give, busy, first }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const roles = useRoles();
  const reaches = useReaches();
  const { chosen, term, setTerm, offered, choose, clear } = useCandidates(nodeId);
  const [role, setRole] = useState<Role>('reader');
  const [recursive, setRecursive] = useState(true);
  useUnsavedWork(chosen !== null);
  const add = async () => {
    if (chosen === null) return;
    const done = await give({ holder: principalOf(chosen.value), role, recursive: container && recursive });
    if (done) clear();
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
        data={offered}
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
        {t('content:access.add')}
      </Button>
    </form>
  );
}
