import { useTranslation } from 'react-i18next';
import classes from './MoveDialog.module.css';
import type { Check } from './move-entries';

interface Props {
  check: Check | undefined;
  /** Why nothing can be put there, in the server's words. */
  problem: string | null;
  count: number;
}

/** What stands in the way of a move, and what happens with marks and names. */
export function MoveNotes({ check, problem, count }: Props) {
  const { t } = useTranslation('content_actions');
  const notes: string[] = [];
  if (problem !== null) notes.push(problem);
  if (check !== undefined) {
    const { not_allowed, already_there, into_itself, other_repository, existing_count, firstExisting } = check;
    if (already_there > 0) notes.push(t('move.cannot.already_there', { count }));
    if (into_itself > 0) notes.push(t('move.cannot.into_itself', { count: into_itself }));
    if (other_repository > 0) notes.push(t('move.cannot.other_repository', { count: other_repository }));
    if (not_allowed > 0) notes.push(t('move.cannot.not_allowed', { count: not_allowed }));
    if (existing_count > 0) notes.push(t('move.existing', { count: existing_count, name: firstExisting ?? '' }));
    if (check.keeps_marks) notes.push(t('move.marks'));
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
