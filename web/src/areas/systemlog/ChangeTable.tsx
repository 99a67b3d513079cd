import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import classes from './LogDetail.module.css';
import { useLogWords } from './use-log-words';

/** Old and new values by field; a changed value is marked by more than its colour. */
export function ChangeTable({ changes }: { changes: readonly Schema<'Change'>[] }) {
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
          const [was, is] = [before, after].map((value) => value !== null && words.value(field, value));
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
