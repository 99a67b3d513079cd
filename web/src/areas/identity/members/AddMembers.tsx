import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import { SideDrawer } from '../../../platform/ui/SideDrawer';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { RefusalNote } from '../RefusalNote';
import classes from './AddMembers.module.css';
import { CandidateRow } from './CandidateRow';
import { candidatesPath, type Member } from './member';
import { useAddMembers } from './use-add-members';

type Props = { groupId: number; from: { origin_tenant?: number; company_id?: number }; close: () => void };

/** Adds people to a group: as many as are ticked, of one search or of several. */
export function AddMembers({ groupId, from, close }: Props) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 250);
  const { ticked, added, refused, busy, add, tick } = useAddMembers(groupId);
  const { data } = query.useQuery(
    'get',
    candidatesPath,
    { params: { path: { user_group_id: groupId }, query: { ...from, limit: 30, ...(q !== '' && { q }) } } },
    { placeholderData: keepPreviousData },
  );
  useFocusBack();
  // The server no longer offers people who were added, and a search leaves out who was ticked before.
  const first = [...added, ...ticked.filter((person) => !has(data?.items ?? [], person))];
  const shown = data && [...first, ...data.items.filter((person) => !has(first, person))];
  const leave = () => {
    void client.invalidateQueries({ queryKey: ['get', candidatesPath] });
    close();
  };
  const names = refused.map(({ person, reason }) => (reason === null ? person.name : `${person.name}: ${reason}`));
  return (
    <SideDrawer title={t('members.add')} close={leave}>
      <div className={classes['panel']}>
        <div className={classes['content']}>
          <TextInput
            data-autofocus
            type="search"
            aria-label={t('users.search')}
            placeholder={t('users.search')}
            leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
            value={term}
            rightSection={term !== '' && <ClearSearch clear={() => setTerm('')} />}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          <RefusalNote message={refused.length === 0 ? null : t('members.not_added', { names: names.join(' · ') })} />
          <ul className={classes['people']}>
            {shown?.map((person) => (
              <CandidateRow
                key={person.users_id}
                person={person}
                added={has(added, person)}
                ticked={has(ticked, person)}
                tick={(chosen) => tick(person, chosen)}
              />
            ))}
          </ul>
          {shown?.length === 0 && <p className={classes['none']}>{t('members.nobody')}</p>}
        </div>
        <div className={classes['foot']}>
          <Button disabled={ticked.length === 0} loading={busy} onClick={() => void add()}>
            {ticked.length === 0 ? t('members.put_none') : t('members.put', { count: ticked.length })}
          </Button>
        </div>
      </div>
    </SideDrawer>
  );
}

const has = (people: readonly Member[], one: Member) => people.some((person) => person.users_id === one.users_id);
