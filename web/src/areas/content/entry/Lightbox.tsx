import { ActionIcon, Modal, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconInfoCircle, IconX } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import type { Entry } from '../queries';
import { factsOf } from './entry-facts';
import { fetchAhead } from './fetch-ahead';
import { LargePicture } from './LargePicture';
import classes from './Lightbox.module.css';
import { useEntryType } from './use-entry-type';
import { usePictures } from './use-pictures';

interface Props {
  appId: number;
  /** The files of the list, in its order. */
  files: readonly Entry[];
  nodeId: number;
  show: (nodeId: number) => void;
  /** Loads more of the list when the end comes near. */
  loadMore: () => void;
  /** Present if the shown file may be downloaded. */
  download?: (entries: readonly Entry[]) => void;
  inform: (entry: Entry) => void;
  close: () => void;
}

const NEAR_END = 10;

/** A quick, large view of a file on black; the arrows move to its neighbours. */
export function Lightbox({ appId, files, nodeId, show, loadMore, download, inform, close }: Props) {
  const { t, i18n } = useTranslation('content');
  useFocusBack();
  const pictureOf = usePictures(appId);
  const index = files.findIndex((file) => file.node_id === nodeId);
  const file = files[index];
  const { Viewer } = useEntryType(file ?? { entry_type: null });
  const previous = files[index - 1];
  const next = files[index + 1];
  useEffect(() => {
    if (index >= 0 && index > files.length - NEAR_END) loadMore();
  }, [index, files.length, loadMore]);
  useEffect(() => {
    for (const neighbour of [next, previous]) {
      const picture = neighbour && pictureOf(neighbour, 'window');
      if (picture) fetchAhead(picture);
    }
  }, [pictureOf, next, previous]);
  useEffect(() => {
    if (!file) close();
  }, [file, close]);
  if (!file) return null;

  const pressed = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowRight' && next) show(next.node_id);
    else if (event.key === 'ArrowLeft' && previous) show(previous.node_id);
    else if (event.key === 'd' && download) download([file]);
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) close();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen
      classNames={{ content: classes['stage'] ?? '' }}
      transitionProps={{ transition: 'fade', duration: 160 }}
      onKeyDown={pressed}
    >
      <Modal.Content aria-label={t('lightbox.label', { name: file.name })} radius={0}>
        <div className={classes['bar']}>
          <div className={classes['words']}>
            <h2 className={classes['name']} dir="auto">
              {file.name}
            </h2>
            <p className={classes['facts']} aria-live="polite">
              {[factsOf(file, t, i18n.language), t('lightbox.place', { index: index + 1, total: files.length })].join(
                ' · ',
              )}
            </p>
          </div>
          {download && (
            <Tooltip label={t('actions.download')}>
              <ActionIcon
                className={classes['tool'] ?? ''}
                size={40}
                aria-label={t('actions.download')}
                onClick={() => download([file])}
              >
                <IconDownload size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('actions.information')}>
            <ActionIcon
              className={classes['tool'] ?? ''}
              size={40}
              aria-label={t('actions.information')}
              onClick={() => inform(file)}
            >
              <IconInfoCircle size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('lightbox.close')}>
            <ActionIcon
              className={classes['tool'] ?? ''}
              size={40}
              data-autofocus
              aria-label={t('lightbox.close')}
              onClick={close}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
        <div className={classes['picture']}>
          {Viewer === undefined ? (
            <LargePicture
              key={file.node_id}
              appId={appId}
              entry={file}
              download={download && (() => download([file]))}
            />
          ) : (
            <Suspense fallback={null}>
              <Viewer key={file.node_id} appId={appId} entry={file} />
            </Suspense>
          )}
        </div>
        <ActionIcon
          className={classes['step'] ?? ''}
          data-side="left"
          size={48}
          aria-label={t('lightbox.previous')}
          disabled={!previous}
          onClick={() => previous && show(previous.node_id)}
        >
          <IconChevronLeft size={28} aria-hidden />
        </ActionIcon>
        <ActionIcon
          className={classes['step'] ?? ''}
          data-side="right"
          size={48}
          aria-label={t('lightbox.next')}
          disabled={!next}
          onClick={() => next && show(next.node_id)}
        >
          <IconChevronRight size={28} aria-hidden />
        </ActionIcon>
      </Modal.Content>
    </Modal.Root>
  );
}
