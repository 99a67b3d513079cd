import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { candidatesPath } from './grants';

/** A group or a person in a search field; `principalOf` reads the value. */
type Candidate = { value: string; label: string };

const isGroup = (one: Candidate) => one.value.startsWith('g');

/**
 * Finds groups and people who could be given access to a node, and keeps the chosen one; on wish also guests, who get
 * access by their groups alone.
 */
export function useCandidates(nodeId: number, { withGuests = false } = {}) {
  const { t } = useTranslation(['content_actions', 'content']);
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 200);
  const [chosen, setChosen] = useState<Candidate | null>(null);
  // The name of the chosen one in the field is no search.
  const isSearch = q !== '' && term !== chosen?.label;
  const { data } = query.useQuery(
    'get',
    candidatesPath,
    { params: { path: { node_id: nodeId }, query: { ...(isSearch && { q }) } } },
    { placeholderData: keepPreviousData },
  );
  const groups = (data?.groups ?? []).map((one) => ({ value: `g${one.user_group_id}`, label: one.group_title }));
  const found = [...(data?.users ?? []), ...(withGuests ? (data?.guests ?? []) : [])];
  const people = found.map((one) => ({ value: `u${one.users_id}`, label: `${one.name} · ${one.email}` }));
  // The chosen one stays visible, whatever the search finds later.
  const isListed = [...groups, ...people].some((one) => one.value === chosen?.value);
  const kept = chosen === null || isListed ? [] : [chosen];
  return {
    chosen,
    term,
    setTerm,
    /** What the field offers. */
    offered: [
      { group: t('access.groups'), items: [...kept.filter(isGroup), ...groups] },
      { group: t('access.people'), items: [...kept.filter((one) => !isGroup(one)), ...people] },
    ],
    choose: (value: string | null) =>
      setChosen([...kept, ...groups, ...people].find((one) => one.value === value) ?? null),
    clear: () => {
      setChosen(null);
      setTerm('');
    },
  };
}
