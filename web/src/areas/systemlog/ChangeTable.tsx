import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import classes from './LogDetail.module.css';
import { useLogWords } from './use-log-words';

type Props = { changes: readonly Schema<'Change'>[]; moved: Schema<'Moved'> | null };

/** Old and new values by field; a changed value is marked by more than its colour. Folders of a move have their names. */
export function ChangeTable({ changes, moved }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const words = useLogWords();
  return (
    <table className={classes['changes']}>
      <thead>
        <tr>
          <th scope="col">{t('detail.field')}</th>
          <th scope="col">{t('detail.before')}</th>
          <th scope="col">{t('detail.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => {
          const folders = field === 'parent_id' && moved !== null ? [moved.from, moved.to] : [];
          const [was, is] = [before, after].map(
            (value, at) => value !== null && (folders[at] ?? words.value(field, value)),
          );
          return (
            <tr key={field}>
              <th scope="row">{words.field(field)}</th>
              <td>{before === null ? '—' : before === after ? was : <del>{was}</del>}</td>
              <td>{after === null ? '—' : before === after ? is : <ins>{is}</ins>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
