import { ActionIcon, Badge, UnstyledButton } from '@mantine/core';
import { IconArrowsDiff, IconDots, IconDownload, IconEye, IconHistory, IconTag, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { Menu } from '../../../platform/ui/Menu';
import type { Entry } from '../queries';
import type { Version } from './api';
import { downloadVersion } from './download-version';
import { NameVersion } from './NameVersion';
import type { VersionChanges } from './use-version-changes';
import { VersionPicture } from './VersionPicture';
import classes from './VersionRow.module.css';
import type { VersionFiles } from './version-files';
import { nameOf, numberOf, originOf } from './version-words';

interface Props {
  appId: number;
  entry: Entry;
  version: Version;
  files: VersionFiles;
  changes: VersionChanges;
  mayChange: boolean;
  look: () => void;
  /** With the current version; null while there is no other. */
  compare: (() => void) | null;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** A version: its picture, what it is, and what can be done with it. */
export function VersionRow({ appId, entry, version, files, changes, mayChange, look, compare }: Props) {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  const [state, setState] = useState<'shown' | 'named' | 'leaving'>('shown');
  const [busy, setBusy] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const name = nameOf(version, t);
  const { label, is_current: current } = version;
  const restore = async () => {
    setBusy(true);
    // The server's words about a refusal are a banner already.
    await changes.restore(version).catch(() => undefined);
    setBusy(false);
  };
  const shown = () => {
    setState('shown');
    more.current?.focus();
  };
  return (
    <li className={classes['row']} aria-busy={busy || undefined}>
      <UnstyledButton className={classes['picture'] ?? ''} aria-label={t('lookAt', { name })} onClick={look}>
        <VersionPicture {...{ appId, entry, version, files }} />
      </UnstyledButton>
      <div className={classes['words']}>
        <span className={classes['head']}>
          <span className={classes['number']}>{numberOf(version, t)}</span>
          {current && (
            <Badge size="sm" variant="default" tt="none">
              {t('current')}
            </Badge>
          )}
        </span>
        {label !== '' && state !== 'named' && (
          <span className={classes['label']} dir="auto">
            {label}
          </span>
        )}
        <span className={classes['quiet']}>{originOf(version, t, i18n.language)}</span>
        <span className={classes['quiet']}>{formatSize(version.size, i18n.language)}</span>
      </div>
      <Menu position="bottom-end" width="max-content" returnFocus={state === 'shown'}>
        <Menu.Target>
          <ActionIcon ref={more} size={36} aria-label={t('actions', { name })} loading={busy}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye {...icon} />} onClick={look}>
            {t('look')}
          </Menu.Item>
          {compare && (
            <Menu.Item leftSection={<IconArrowsDiff {...icon} />} onClick={compare}>
              {t(current ? 'compareBefore' : 'compareCurrent')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDownload {...icon} />}
            onClick={() => void downloadVersion(appId, entry, version, files.bytes(version))}
          >
            {t('content:actions.download')}
          </Menu.Item>
          {mayChange && !current && (
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => void restore()}>
              {t('restore')}
            </Menu.Item>
          )}
          {mayChange && version.version_id !== 0 && (
            <Menu.Item leftSection={<IconTag {...icon} />} onClick={() => setState('named')}>
              {t(label === '' ? 'name' : 'rename')}
            </Menu.Item>
          )}
          {mayChange && !current && (
            <Menu.Item leftSection={<IconTrash {...icon} />} color="var(--v-error)" onClick={() => setState('leaving')}>
              {t('remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {state === 'named' && (
        <NameVersion version={version} save={(typed) => changes.name(version, typed)} close={shown} />
      )}
      {state === 'leaving' && (
        <ConfirmDialog
          title={t('removeTitle', { name })}
          text={t('removeText', { name: entry.name })}
          action={t('remove')}
          run={() => changes.remove(version)}
          close={() => setState('shown')}
        />
      )}
    </li>
  );
}
