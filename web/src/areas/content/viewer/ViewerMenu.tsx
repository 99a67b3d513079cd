import { ActionIcon } from '@mantine/core';
import { IconDots, IconLink, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { Menu } from '../../../platform/ui/Menu';
import { offered } from '../entry/offered';
import type { Entry } from '../queries';
import { copyAddress } from './share-address';
import classes from './ViewerBar.module.css';

/** What the bar has buttons for, what the menu has by itself, and what only makes sense in a list. */
const ELSEWHERE: ReadonlySet<string> = new Set(['open', 'preview', 'download', 'information', 'share', 'copy_address']);

type Props = { file: Entry; context: ActionContext; playing: boolean; togglePlaying: (() => void) | null };

/** Further things to do with the file that is shown. */
export function ViewerMenu({ file, context, playing, togglePlaying }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const { entryActions } = useRegistry();
  const actions = offered(entryActions, [file], null).filter(
    ({ key, keyOnly, inPlaceOf }) => !keyOnly && !ELSEWHERE.has(inPlaceOf ?? key),
  );
  const Play = playing ? IconPlayerPause : IconPlayerPlay;
  return (
    // Outside of the viewer, the menu would not get the focus.
    <Menu position="bottom-end" width="max-content" withinPortal={false}>
      <Menu.Target>
        <ActionIcon size={40} className={classes['tool'] ?? ''} aria-label={t('menu.of', { name: file.name })}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('menu.of', { name: file.name })}>
        {togglePlaying && (
          <Menu.Item hiddenFrom="sm" leftSection={<Play size={18} stroke={1.7} aria-hidden />} onClick={togglePlaying}>
            {t(playing ? 'content_viewer:stop' : 'content_viewer:slideshow')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={18} stroke={1.7} aria-hidden />} onClick={() => void copyAddress()}>
          {t('content_viewer:copyAddress')}
        </Menu.Item>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
            {...(action.danger && { color: 'var(--v-error)' })}
            onClick={() => action.run([file], context)}
          >
            {action.label([file])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
