import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import { type Draft, typedMention } from './mention-text';

type Person = Schema<'CommentPerson'>;
const DELAY_MS = 150;

interface Props {
  appId: number;
  nodeId: number;
  draft: Draft;
  /** Where the caret stands; null while nobody writes. */
  caret: number | null;
  choose: (at: number, person: Person) => void;
}

/** The people that can be mentioned, while somebody types a name after an `@`. */
export function useMentionPicker({ appId, nodeId, draft, caret, choose }: Props) {
  const id = useId();
  const typed = caret === null ? null : typedMention(draft, caret);
  const [closed, setClosed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [words] = useDebouncedValue(typed?.words ?? '', DELAY_MS);
  const wanted = typed !== null && typed.at !== closed;
  const { data } = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/comment/people/{node_id}',
    {
      params: { path: { application_instance_id: appId, node_id: nodeId }, query: { q: words } },
      headers: shownInPlace,
    },
    { enabled: wanted, placeholderData: keepPreviousData },
  );
  const people = (wanted && data?.items) || [];
  const at = Math.min(active, people.length - 1);
  const pick = (person: Person | undefined) => {
    if (typed === null || person === undefined) return;
    setActive(0);
    choose(typed.at, person);
  };
  /** Whether the key was the picker's. */
  const pressed = (event: KeyboardEvent): boolean => {
    const { ctrlKey, metaKey, nativeEvent } = event;
    if (people.length === 0 || typed === null || nativeEvent.isComposing || ctrlKey || metaKey) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % people.length);
    else if (event.key === 'ArrowUp') setActive((at + people.length - 1) % people.length);
    else if (event.key === 'Escape') setClosed(typed.at);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(people[at]);
    else return false;
    event.preventDefault();
    return true;
  };
  const optionId = (index: number) => `${id}-${index}`;
  const field = {
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    'aria-controls': people.length > 0 ? id : undefined,
    'aria-activedescendant': people.length > 0 ? optionId(at) : undefined,
  } as const;
  return { id, people, at, pick, pressed, optionId, field };
}
