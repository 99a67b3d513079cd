import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../platform/ui/date/DateField';
import classes from './LogFilters.module.css';
import { type LogSearch, logSearch } from './log-search';
import { PersonFilter } from './PersonFilter';
import { useLogWords } from './use-log-words';

type Props = { search: LogSearch; show: (search: LogSearch) => void };

/** Person, action, kind of object, and days; each change updates the address at once. */
export function LogFilters({ search, show }: Props) {
  const { t } = useTranslation('systemlog_settings');
  const words = useLogWords();
  const change = (part: Record<string, unknown>) => show(logSearch({ ...search, ...part }));
  return (
    <search className={classes['row']}>
      <PersonFilter className={classes['person'] ?? ''} search={search} change={change} />
      <Select
        label={t('filter.what')}
        placeholder={t('filter.any')}
        data={words.groups}
        value={search.what ?? null}
        onChange={(what) => change({ what })}
        searchable
        clearable
      />
      <Select
        label={t('filter.object')}
        placeholder={t('filter.any')}
        data={words.kinds}
        value={search.object_kind ?? null}
        onChange={(object_kind) => change({ object_kind, object_id: undefined })}
        clearable
      />
      <DateField
        label={t('filter.from')}
        value={search.from ?? null}
        max={search.to}
        change={(from) => change({ from: from ?? undefined })}
      />
      <DateField
        label={t('filter.to')}
        value={search.to ?? null}
        min={search.from}
        change={(to) => change({ to: to ?? undefined })}
      />
    </search>
  );
}
