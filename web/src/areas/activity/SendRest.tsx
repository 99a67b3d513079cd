import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { readInput } from '../../platform/uploads/dropped-files';
import { useUploads } from '../../platform/uploads/uploads-context';
import type { Action } from './action';
import classes from './FollowUps.module.css';
import type { ActionHandlers } from './use-actions';
import { usePlaceNames } from './use-place-names';

interface Props {
  appId: number;
  action: Action;
  title: string;
  handlers: Pick<ActionHandlers, 'cancel'>;
}

/** Of an upload whose page sends nothing any more: why it stopped, and what its owner can do about it. */
export function SendRest({ appId, action, title, handlers }: Props) {
  const { t } = useTranslation('activity_tray');
  const { startUpload } = useUploads();
  const { folderId, folder } = usePlaceNames(appId, [action]);
  // Only the browser that had the files could go on by itself: they are chosen again, and what has arrived is skipped.
  const chooseAgain = () => {
    if (folderId === null || folder === null) return;
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    // A single file is called after itself, what was dropped as a folder after it, everything else after where it goes.
    input.webkitdirectory = (action.items ?? 1) > 1 && action.title !== folder;
    input.onchange = async () => {
      if (!input.files || input.files.length === 0) return;
      const chosen = readInput(input.files);
      // What it has begun keeps the names of its files until then.
      if (!(await handlers.cancel([action]))) return;
      startUpload({ appId, nodeId: folderId, name: folder }, chosen);
    };
    input.click();
  };
  return (
    <>
      <p className={classes['why']}>{t('interrupted.why')}</p>
      <div className={classes['row']}>
        {folder !== null && (
          <Button
            size="compact-xs"
            variant="light"
            aria-label={t('interrupted.restOf', { name: title })}
            onClick={chooseAgain}
          >
            {t('interrupted.rest')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('dismissOne', { name: title })}
          onClick={() => void handlers.cancel([action])}
        >
          {t('dismiss')}
        </Button>
      </div>
    </>
  );
}
