import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { SideDrawer } from '../../../platform/ui/SideDrawer';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import classes from './AddMembers.module.css';
import { candidatesPath, type Member, memberPath, membersPath } from './member';

type Props = { groupId: number; from: { origin_tenant?: number; company_id?: number }; close: () => void };

/** Adds people to a group, one after the other, without losing the search. */
export function AddMembers({ groupId, from, close }: Props) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 250);
  const [added, setAdded] = useState<readonly Member[]>([]);
  const path = { user_group_id: groupId };
  const { data } = query.useQuery(
    'get',
    candidatesPath,
    { params: { path, query: { ...from, limit: 30, ...(q !== '' && { q }) } } },
    { placeholderData: keepPreviousData },
  );
  const put = query.useMutation('put', memberPath);
  useFocusBack();
  const add = async (person: Member) => {
    await put.mutateAsync({ params: { path: { ...path, users_id: person.users_id } }, body: { manager: false } });
    setAdded((before) => [...before, person]);
    await client.invalidateQueries({ queryKey: ['get', membersPath] });
  };
  const isAdded = ({ users_id }: Member) => added.some((person) => person.users_id === users_id);
  // The server no longer offers people who were added; until the panel closes they are shown as added.
  const shown = data && [...added, ...data.items.filter((person) => !isAdded(person))];
  const leave = () => {
    void client.invalidateQueries({ queryKey: ['get', candidatesPath] });
    close();
  };
  return (
    <SideDrawer title={t('members.add')} close={leave}>
      <div className={classes['content']}>
        <TextInput
          data-autofocus
          type="search"
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <ul className={classes['people']}>
          {shown?.map((person) => (
            <li key={person.users_id} className={classes['person']}>
              <span className={classes['who']}>
                <PersonCell person={person} />
                <span className={classes['company']}>{person.company_name}</span>
              </span>
              {isAdded(person) ? (
                <span className={classes['done']}>
                  <IconCheck size={18} stroke={2} aria-hidden />
                  {t('members.in')}
                </span>
              ) : (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
                  aria-label={t('members.put_in', { name: person.name })}
                  onClick={() => void add(person)}
                >
                  {t('members.put')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {shown?.length === 0 && <p className={classes['none']}>{t('members.nobody')}</p>}
      </div>
    </SideDrawer>
  );
}
