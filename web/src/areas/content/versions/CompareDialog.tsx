import { ActionIcon, Select } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { Hint } from '../../../platform/ui/Hint';
import { Modal } from '../../../platform/ui/Modal';
import { onPage } from '../../../platform/ui/on-page';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import type { Version } from './api';
import classes from './CompareDialog.module.css';
import { CompareFacts } from './CompareFacts';
import { ComparePictures } from './ComparePictures';
import { kindOfVersion } from './kind-of-version';
import type { VersionFiles } from './version-files';
import { nameOf, originOf } from './version-words';

const CompareTexts = later(() => import('./CompareTexts'), 'CompareTexts');

interface Props {
  entry: Entry;
  versions: readonly Version[];
  files: VersionFiles;
  older: Version;
  newer: Version;
  close: () => void;
}

/** Two versions of a file, in the way that shows best what differs. */
export function CompareDialog({ entry, versions, files, older, newer, close }: Props) {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  useFocusBack();
  const [chosen, choose] = useState<readonly [number, number]>([older.number, newer.number]);
  // They may have become others meanwhile, or be gone.
  const find = (number: number, usual: Version) => versions.find((one) => one.number === number) ?? usual;
  const [one, other] = [find(chosen[0], older), find(chosen[1], newer)];
  const options = versions.map((version) => ({
    value: String(version.number),
    label: version.is_current ? t('isCurrent', { name: nameOf(version, t) }) : nameOf(version, t),
  }));
  const kinds = [kindOfVersion(one), kindOfVersion(other)];
  const same = one.hash !== null && one.hash === other.hash;
  const both = { older: one, newer: other, files };
  const choice = (label: string, version: Version, put: (number: number) => void) => (
    <div className={classes['choice']}>
      <Select
        label={label}
        data={options}
        allowDeselect={false}
        value={String(version.number)}
        onChange={(value) => value !== null && put(Number(value))}
      />
      <span className={classes['quiet']}>{originOf(version, t, i18n.language)}</span>
    </div>
  );
  return (
    <Modal
      opened
      onClose={close}
      fullScreen
      portalProps={onPage}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      title={<span className={dialog['title']}>{t('compare.title', { name: entry.name })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <div className={classes['choices']}>
        {choice(t('compare.one'), one, (number) => choose([number, other.number]))}
        <Hint label={t('compare.swap')}>
          <ActionIcon
            className={classes['swap'] ?? ''}
            size={36}
            aria-label={t('compare.swap')}
            onClick={() => choose([other.number, one.number])}
          >
            <IconArrowsLeftRight size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Hint>
        {choice(t('compare.other'), other, (number) => choose([one.number, number]))}
      </div>
      {same && <p className={classes['same']}>{t('compare.same')}</p>}
      {kinds.every((kind) => kind === 'picture') && <ComparePictures {...both} />}
      {kinds.every((kind) => kind === 'text') && (
        <Suspense fallback={null}>
          <CompareTexts {...both} />
        </Suspense>
      )}
      {(kinds[0] !== kinds[1] || (kinds[0] !== 'picture' && kinds[0] !== 'text')) && (
        <CompareFacts entry={entry} {...both} />
      )}
    </Modal>
  );
}
