import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../platform/ui/SideDrawer';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { ChangeTable } from './ChangeTable';
import classes from './LogDetail.module.css';
import type { LogSearch } from './log-search';
import { type LogEntry, useLogWords } from './use-log-words';

type Props = { entry: LogEntry; search: LogSearch; show: (search: LogSearch) => void; close: () => void };

/** One entry with all its data, and its fields before and after. */
export function LogDetail({ entry, search, show, close }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const words = useLogWords();
  useFocusBack();
  const numbered = `${words.kind(entry.object_kind)} ${entry.object_id}`;
  const facts: readonly (readonly [string, string | null])[] = [
    [t('detail.at'), words.at(entry)],
    [t('detail.person'), entry.email === null ? words.person(entry) : `${words.person(entry)} · ${entry.email}`],
    [t('detail.origin'), words.origin(entry.origin)],
    [t('detail.session'), entry.session_id === null ? null : String(entry.session_id)],
    [t('detail.object'), entry.object_title === null ? numbered : `${numbered} · ${words.object(entry)}`],
    [t('detail.tenant'), entry.tenant_title],
    [t('detail.hash'), entry.hash],
  ];
  const only = (part: LogSearch) => {
    show({ ...search, ...part });
    close();
  };
  return (
    <SideDrawer title={`${words.told(entry)}: ${words.object(entry)}`} close={close}>
      <div className={classes['content']}>
        <dl className={classes['facts']}>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {entry.hidden && <p className={classes['note']}>{t('detail.hidden')}</p>}
        {entry.changes.length > 0 && <ChangeTable changes={entry.changes} moved={entry.moved} />}
        <div className={classes['tools']}>
          <Button
            variant="default"
            onClick={() => only({ object_kind: entry.object_kind, object_id: entry.object_id })}
          >
            {t('detail.same_object')}
          </Button>
          {entry.users_id !== null && (
            <Button variant="default" onClick={() => only({ users_id: entry.users_id ?? 0 })}>
              {t('detail.same_person')}
            </Button>
          )}
        </div>
      </div>
    </SideDrawer>
  );
}
