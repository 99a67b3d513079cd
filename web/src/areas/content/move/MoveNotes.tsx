import { useTranslation } from 'react-i18next';
import classes from './MoveDialog.module.css';
import type { Check } from './move-entries';
import type { Way } from './moved-entries';

const WORDS = {
  move: {
    into_itself: 'move.cannot.into_itself',
    other_tenant: 'move.cannot.other_tenant',
    not_allowed: 'move.cannot.not_allowed',
    marks: 'move.marks',
  },
  copy: {
    into_itself: 'copy.cannot.into_itself',
    other_tenant: 'copy.cannot.other_tenant',
    not_allowed: 'copy.cannot.not_allowed',
    marks: 'copy.marks',
  },
} as const;

interface Props {
  check: Check | undefined;
  way: Way;
  /** Why nothing can be put there, in the server's words. */
  problem: string | null;
  count: number;
}

/** What stands in the way of a move or a copy, and what happens with marks. */
export function MoveNotes({ check, way, problem, count }: Props) {
  const { t } = useTranslation('content_actions');
  const words = WORDS[way];
  const notes: string[] = [];
  if (problem !== null) notes.push(problem);
  if (check !== undefined) {
    const { not_allowed, already_there, into_itself, other_repository, crossing } = check;
    if (already_there > 0) notes.push(t('move.cannot.already_there', { count }));
    if (into_itself > 0) notes.push(t(words.into_itself, { count: into_itself }));
    if (other_repository > 0) notes.push(t(words.other_tenant, { count: other_repository }));
    if (not_allowed > 0) notes.push(t(words.not_allowed, { count: not_allowed }));
    if (check.no_room) notes.push(t('move.noRoom'));
    else if (crossing > 0) notes.push(t('move.crossing'));
    if (check.keeps_marks && check.lost_marks.length === 0) notes.push(t(words.marks));
  }
  return (
    <div role="status" className={classes['said']}>
      <ul className={classes['notes']}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
