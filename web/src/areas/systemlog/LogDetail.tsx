import { Button, Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { ChangeTable } from './ChangeTable';
import classes from './LogDetail.module.css';
import type { LogSearch } from './log-search';
import { type LogEntry, useLogWords } from './use-log-words';

type Props = { entry: LogEntry; search: LogSearch; show: (search: LogSearch) => void; close: () => void };

/** One entry: everything that is known of it, and its fields before and after. */
export function LogDetail({ entry, search, show, close }: Props) {
  const { t } = useTranslation('system_log');
  const { t: settings } = useTranslation('settings');
  const words = useLogWords();
  useFocusBack();
  const facts: readonly (readonly [string, string | null])[] = [
    [t('detail.at'), words.at(entry)],
    [t('detail.person'), entry.email === null ? words.person(entry) : `${words.person(entry)} · ${entry.email}`],
    [t('detail.origin'), words.origin(entry.origin)],
    [t('detail.session'), entry.session_id === null ? null : String(entry.session_id)],
    [t('detail.object'), `${words.kind(entry.object_kind)} ${entry.object_id}`],
    [t('detail.tenant'), entry.tenant_title],
    [t('detail.hash'), entry.hash],
  ];
  const only = (part: LogSearch) => {
    show({ ...search, ...part });
    close();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={520}
      title={`${words.act(entry.what)}: ${words.object(entry)}`}
      classNames={{ title: classes['title'] ?? '' }}
      closeButtonProps={{ 'aria-label': settings('form.close') }}
    >
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
      {entry.changes.length > 0 && <ChangeTable changes={entry.changes} />}
      <div className={classes['tools']}>
        <Button variant="default" onClick={() => only({ object_kind: entry.object_kind, object_id: entry.object_id })}>
          {t('detail.same_object')}
        </Button>
        {entry.email !== null && (
          <Button variant="default" onClick={() => only({ person: entry.email ?? '' })}>
            {t('detail.same_person')}
          </Button>
        )}
      </div>
    </Drawer>
  );
}
