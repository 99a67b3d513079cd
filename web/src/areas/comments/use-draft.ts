import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Draft, emptyDraft } from './mention-text';

/** What somebody has written and not sent, by what it is about; it is kept until they send it, sign out or leave. */
export function useDraft(key: string, initial: Draft = emptyDraft): [Draft, (draft: Draft) => void] {
  const client = useQueryClient();
  const queryKey = ['comment-draft', key];
  const [draft, setDraft] = useState(() => client.getQueryData<Draft>(queryKey) ?? initial);
  const keep = (next: Draft) => {
    setDraft(next);
    client.setQueryDefaults(['comment-draft'], { gcTime: Number.POSITIVE_INFINITY });
    if (next.text === '') client.removeQueries({ queryKey });
    else client.setQueryData(queryKey, next);
  };
  return [draft, keep];
}
