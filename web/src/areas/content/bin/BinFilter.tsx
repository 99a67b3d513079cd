import { Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import classes from './BinPage.module.css';

interface Props {
  typed: string;
  mine: boolean;
  type: (next: string) => void;
  chooseMine: (next: boolean) => void;
}

/** What the bin is narrowed to: a part of the name, and what the user removed. */
export function BinFilter({ typed, mine, type, chooseMine }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <div className={classes['filter']}>
      <TextInput
        type="search"
        className={classes['search'] ?? ''}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        placeholder={t('bin.search')}
        aria-label={t('bin.search')}
        value={typed}
        rightSection={typed !== '' && <ClearSearch clear={() => type('')} />}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Switch label={t('bin.mine')} checked={mine} onChange={(event) => chooseMine(event.currentTarget.checked)} />
    </div>
  );
}
