import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { type Member, memberPath, membersPath } from './member';

/** Somebody who could not be added, and why, as the server says it. */
export interface Refused {
  person: Member;
  reason: string | null;
}

/** Adds people to a group, one call after the other. Who is refused stays ticked, and keeps nobody else out. */
export function useAddMembers(groupId: number) {
  const client = useQueryClient();
  const [ticked, setTicked] = useState<readonly Member[]>([]);
  const [added, setAdded] = useState<readonly Member[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [busy, setBusy] = useState(false);
  const put = query.useMutation('put', memberPath);

  const addOne = async (person: Member): Promise<Refused | null> => {
    const path = { user_group_id: groupId, users_id: person.users_id };
    try {
      await put.mutateAsync({ params: { path }, body: { manager: false }, headers: shownInPlace });
    } catch (error) {
      return { person, reason: isProblem(error) ? error.message : null };
    }
    setAdded((before) => [...before, person]);
    setTicked((before) => without(before, person));
    return null;
  };
  const add = async () => {
    setBusy(true);
    const failures: Refused[] = [];
    for (const person of ticked) {
      const failure = await addOne(person);
      if (failure) failures.push(failure);
    }
    setRefused(failures);
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['get', membersPath] });
  };
  const tick = (person: Member, chosen: boolean) =>
    setTicked((before) => (chosen ? [...without(before, person), person] : without(before, person)));
  return { ticked, added, refused, busy, add, tick };
}

const without = (people: readonly Member[], gone: Member) =>
  people.filter((person) => person.users_id !== gone.users_id);
