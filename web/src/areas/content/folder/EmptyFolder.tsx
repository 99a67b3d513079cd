import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilterOff, IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { EmptyState } from '../../../platform/ui/EmptyState';
import type { Narrowed } from './use-narrowed';

type Props = { writable: boolean; context: ActionContext; narrowed: Narrowed };

/** A folder without entries, or without what its list is narrowed to, and what to do about it. */
export function EmptyFolder({ writable, context, narrowed }: Props) {
  const { t } = useTranslation('content');
  const { placeActions } = useRegistry();
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  if (narrowed.filter !== null) return <NothingFits showAll={() => narrowed.change({})} />;
  const upload = placeActions.find(({ key }) => key === 'upload_files');
  return (
    <EmptyState
      icon={IconFolderOpen}
      title={t('empty.title')}
      description={!writable ? t('empty.readable') : touch ? t('empty.touch') : t('empty.writable')}
      {...(writable && {
        action: (
          <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => upload?.run(context)}>
            {t('actions.uploadFiles')}
          </Button>
        ),
      })}
    />
  );
}

function NothingFits({ showAll }: { showAll: () => void }) {
  const { t } = useTranslation('content');
  return (
    <EmptyState
      icon={IconFilterOff}
      title={t('chips.nothing')}
      action={
        <Button variant="default" onClick={showAll}>
          {t('chips.showAll')}
        </Button>
      }
    />
  );
}
