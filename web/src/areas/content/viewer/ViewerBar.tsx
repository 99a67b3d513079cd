import { ActionIcon, Button } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconDownload,
  IconInfoCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { Hint } from '../../../platform/ui/Hint';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { EntryTags } from '../entry/EntryTags';
import { offered } from '../entry/offered';
import { FavouriteStar } from '../favourites/FavouriteStar';
import type { Entry } from '../queries';
import classes from './ViewerBar.module.css';
import { ViewerMenu } from './ViewerMenu';

interface Props {
  file: Entry;
  /** "7 of 128"; nothing for a file that is shown alone. */
  place: string | null;
  context: ActionContext;
  playing: boolean;
  /** Present where there is more than one file. */
  togglePlaying: (() => void) | null;
  panelOpen: boolean;
  togglePanel: () => void;
  download?: (() => void) | undefined;
  downloadAs?: (() => void) | undefined;
  share?: (() => void) | undefined;
  close: () => void;
}

/** The top row of the viewer: the way out, the file's name and place, and what can be done with it. On a phone, a sheet has most of that. */
export function ViewerBar(props: Props) {
  const { file, place, context, playing, togglePlaying, panelOpen, togglePanel, share, close } = props;
  const { t } = useTranslation(['content', 'content_viewer']);
  const isPhone = useIsPhone();
  const Play = playing ? IconPlayerPause : IconPlayerPlay;
  const Way = isPhone ? IconChevronLeft : IconX;
  return (
    <header className={classes['bar']}>
      <Tool label={t('content_viewer:close')} run={close}>
        <Way size={isPhone ? 24 : 20} aria-hidden />
      </Tool>
      <div className={classes['words']}>
        <h2 className={classes['name']} dir="auto" title={file.name}>
          {file.name}
        </h2>
        <p className={classes['place']} aria-live={playing ? 'off' : 'polite'}>
          {place}
        </p>
      </div>
      {!isPhone && (
        <>
          <div className={classes['tags']}>
            <EntryTags entry={file} />
          </div>
          <span className={classes['star']}>
            <FavouriteStar appId={context.appId} entry={file} size={40} iconSize={20} />
          </span>
        </>
      )}
      {share && !isPhone && (
        <Tool label={t('actions.share')} run={share}>
          <IconUserPlus size={20} aria-hidden />
        </Tool>
      )}
      {togglePlaying && !isPhone && (
        <Tool label={t(playing ? 'content_viewer:stop' : 'content_viewer:slideshow')} run={togglePlaying}>
          <Play size={20} aria-hidden />
        </Tool>
      )}
      <ViewerMenu {...{ file, context, playing, togglePlaying }} />
      {!isPhone && (
        <Tool label={t(panelOpen ? 'panel.hide' : 'panel.show')} run={togglePanel} pressed={panelOpen}>
          <IconInfoCircle size={20} aria-hidden />
        </Tool>
      )}
      {!isPhone && <DownloadButton {...props} />}
    </header>
  );
}

/** Downloads the file as it is; a picture in other sizes and formats, too. Who has to ask first, asks here. */
function DownloadButton({ download, downloadAs, ...props }: Props) {
  const { t } = useTranslation('content');
  if (download === undefined) return <InsteadOfDownload {...props} />;
  return (
    <Button.Group className={classes['downloads'] ?? ''}>
      <Button
        className={classes['download'] ?? ''}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={download}
      >
        {t('actions.download')}
      </Button>
      {downloadAs && (
        <Hint label={t('actions.downloadAs')}>
          <Button
            className={`${classes['download']} ${classes['more']}`}
            px={8}
            aria-label={t('actions.downloadAs')}
            onClick={downloadAs}
          >
            <IconChevronDown size={18} aria-hidden />
          </Button>
        </Hint>
      )}
    </Button.Group>
  );
}

/** What an area offers where the file cannot be downloaded. */
function InsteadOfDownload({ file, context }: Pick<Props, 'file' | 'context'>) {
  const { entryActions } = useRegistry();
  const action = offered(entryActions, [file], null).find(({ inPlaceOf }) => inPlaceOf === 'download');
  if (action === undefined) return null;
  const label = action.label([file]);
  return (
    <Hint label={action.hint?.([file]) ?? label}>
      <Button
        className={`${classes['downloads']} ${classes['download']}`}
        leftSection={<action.icon size={18} aria-hidden />}
        onClick={() => action.run([file], context)}
      >
        {label}
      </Button>
    </Hint>
  );
}

type ToolProps = { label: string; run: () => void; pressed?: boolean; children: ReactNode };

function Tool({ label, run, pressed, children }: ToolProps) {
  return (
    <Hint label={label}>
      <ActionIcon
        className={classes['tool'] ?? ''}
        size={40}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        onClick={run}
      >
        {children}
      </ActionIcon>
    </Hint>
  );
}
