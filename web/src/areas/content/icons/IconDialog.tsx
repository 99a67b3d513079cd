import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import { CropField } from './CropField';
import { firstSquare, type Square } from './crop';
import { CustomIcon } from './custom-icon-later';
import { squareOf } from './draw-square';
import classes from './IconDialog.module.css';
import { IconLooks } from './IconLooks';
import { type Iconed, removeIcon, setIcon } from './icon-changes';
import { iconOf } from './icon-of';
import { PickPicture } from './PickPicture';
import { readPicture } from './read-picture';

type Props = { appId: number; entry: Iconed; close: () => void };
type Chosen = { picture: ImageBitmap; square: Square };

/** Gives an entry an icon: a picture is chosen, dropped or pasted, cut to a square, and seen as it will be. */
export function IconDialog({ appId, entry, close }: Props) {
  const { t } = useTranslation(['content', 'content_actions']);
  useFocusBack();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const take = async (file: Blob) => {
    const picture = await readPicture(file);
    setError(picture === null ? t('content_actions:icon.unreadable') : null);
    if (picture !== null) setChosen({ picture, square: firstSquare(picture) });
  };
  usePasted((file) => void take(file));
  useClosed(chosen?.picture ?? null);
  const save = async () => {
    if (chosen === null) return;
    setSaving(true);
    try {
      const picture = await squareOf(chosen.picture, chosen.square);
      if (picture === null) throw new Error('No picture came out.');
      await setIcon(client, appId, entry, picture);
      close();
    } catch (problem) {
      setSaving(false);
      setError(isProblem(problem) ? problem.message : t('error.failed'));
    }
  };
  const remove = () => {
    void removeIcon(client, appId, entry);
    close();
  };
  const icon = iconOf(entry);
  return (
    <Modal
      opened
      onClose={close}
      size={chosen === null ? 'sm' : 'lg'}
      title={<span className={dialog['title']}>{t('content_actions:icon.title', { name: entry.name })}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {error !== null && (
        <p role="alert" className={classes['refusal']}>
          {error}
        </p>
      )}
      <div className={classes['parts']} data-cut={chosen !== null || undefined}>
        <PickPicture take={(file) => void take(file)} again={chosen !== null || icon !== null} name={entry.name}>
          {chosen !== null && (
            <CropField {...chosen} change={(next) => setChosen((now) => now && { ...now, square: next(now.square) })} />
          )}
          {chosen === null && icon !== null && (
            <span className={classes['now']}>
              <CustomIcon appId={appId} nodeId={entry.node_id} icon={icon} size={192} sign={IconPhotoOff} />
            </span>
          )}
        </PickPicture>
        {chosen !== null && <IconLooks {...chosen} name={entry.name} />}
      </div>
      <div className={dialog['buttons']}>
        {icon !== null && (
          <Button variant="subtle" color="gray" className={classes['remove'] ?? ''} onClick={remove}>
            {t('actions.removeIcon')}
          </Button>
        )}
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button disabled={chosen === null} loading={saving} onClick={() => void save()}>
          {t('content_actions:icon.save')}
        </Button>
      </div>
    </Modal>
  );
}

/** Pictures that are pasted while the dialog is open. */
function usePasted(take: (file: File) => void): void {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? [];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    take(file);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => pasted(event);
    // Before the list below, which would upload it.
    window.addEventListener('paste', listen, true);
    return () => window.removeEventListener('paste', listen, true);
  }, []);
}

/** The memory of a picture is free once it is not shown any more. */
function useClosed(picture: ImageBitmap | null): void {
  useEffect(() => () => picture?.close(), [picture]);
}
