import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { onPage } from '../../platform/ui/on-page';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './PeopleField.module.css';
import { MOST_REVIEWERS, type Person } from './review-queries';

const DELAY_MS = 150;

interface Props {
  appId: number;
  /** They see this file. */
  nodeId: number;
  people: readonly Person[];
  choose: (people: readonly Person[]) => void;
  /** People who are asked already. */
  without?: readonly number[];
  most?: number;
}

/** Chooses people who see a file. */
export function PeopleField({ appId, nodeId, people, choose, without = [], most = MOST_REVIEWERS }: Props) {
  const { t } = useTranslation('reviews_panel');
  const [term, setTerm] = useState('');
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(term.trim(), DELAY_MS);
  const { data } = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/review/people/{node_id}',
    {
      params: { path: { application_instance_id: appId, node_id: nodeId }, query: { q } },
      headers: shownInPlace,
    },
    { placeholderData: keepPreviousData },
  );
  const chosen = new Set(people.map(({ users_id }) => users_id));
  const found = (data?.items ?? []).filter(({ users_id: id }) => !chosen.has(id) && !without.includes(id));
  const known = new Map([...people, ...found].map((person) => [String(person.users_id), person]));
  return (
    <MultiSelect
      data-autofocus
      label={t('who')}
      {...(people.length === 0 && { placeholder: t('whoPlaceholder') })}
      data={[...known].map(([value, { name }]) => ({ value, label: name }))}
      value={people.map(({ users_id }) => String(users_id))}
      onChange={(values) => {
        choose(values.flatMap((value) => known.get(value) ?? []));
        setTerm('');
      }}
      maxValues={most}
      comboboxProps={{ portalProps: onPage }}
      searchable
      hidePickedOptions
      searchValue={term}
      onSearchChange={(typed) => {
        setTerm(typed);
        if (typed !== '') setOpened(true);
      }}
      // An open list covers the next field; typing or a click opens it again.
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => setOpened(false)}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t('nobodyFound')}
      // The frame around it shows the focus.
      styles={{ inputField: { outline: 'none' } }}
      renderOption={({ option }) => (
        <span className={classes['person']}>
          <PersonAvatar name={option.label} src={known.get(option.value)?.avatar_url ?? null} size={24} />
          {option.label}
        </span>
      )}
    />
  );
}
