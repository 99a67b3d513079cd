import { ActionIcon, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { later } from '../../../platform/routing/later';
import { DarkPart } from '../../../platform/theme/DarkPart';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { offered } from '../entry/offered';
import { useViewed } from '../home/note-visit';
import type { Entry } from '../queries';
import { FileStage } from './FileStage';
import { Filmstrip } from './Filmstrip';
import { kindOf } from './kind-of';
import { useOriginal } from './original';
import type { Swipe } from './swipe';
import { Fullscreen, useFullscreen } from './use-fullscreen';
import { useQuiet } from './use-quiet';
import { useSlideshow } from './use-slideshow';
import { useSwipes } from './use-swipes';
import { usePicturesAhead } from './use-viewer-pictures';
import classes from './Viewer.module.css';
import { ViewerBar } from './ViewerBar';
import { ViewerKeys } from './ViewerKeys';
import { ViewerPanel } from './ViewerPanel';
import { ViewerElement } from './viewer-keys';

const ViewerHelp = later(() => import('./ViewerHelp'), 'ViewerHelp');
const ViewerPeek = later(() => import('./ViewerPeek'), 'ViewerPeek');

interface Props {
  file: Entry;
  /** The files of the list that can be shown, in its order, as far as they are loaded. */
  files: readonly Entry[];
  /** How many there are; null if more are to be loaded and nobody knows. */
  count: number | null;
  step: (nodeId: number) => void;
  /** To the last file of the list, which may have to be loaded first. */
  toLast: () => void;
  context: ActionContext;
  close: () => void;
}

/** A file over the page, on black in both schemes: large, with its neighbours and what is known about it. */
export function Viewer({ file, files, count, step, toLast, context, close }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_viewer']);
  const { appId } = context;
  useFocusBack();
  useViewed(appId, file.node_id);
  const root = useRef<HTMLDivElement>(null);
  // An address with a tab's name opens at it.
  const router = useRouter();
  const [panelOpen, setPanelOpen] = useState(router.state.location.hash !== '');
  const { entryActions } = useRegistry();
  const offers = offered(entryActions, [file], null);
  const runOf = (key: string) => {
    const action = offers.find((one) => one.key === key);
    return action && (() => action.run([file], context));
  };
  const download = runOf('download');
  const share = runOf('share');
  const original = useOriginal(appId, file, download !== undefined);
  const kind = kindOf(file, original !== null);
  const index = files.findIndex(({ node_id }) => node_id === file.node_id);
  const [previous, next] = index < 0 ? [] : [files[index - 1], files[index + 1]];
  usePicturesAhead(appId, files, index);
  const { full, toggle: toggleFullscreen } = useFullscreen(root);
  const slideshow = useSlideshow(next === undefined ? null : () => step(next.node_id), file.node_id);
  const { idle, quiet, wake } = useQuiet(full || slideshow.playing);
  const alone = files.length < 2;

  const isPhone = useIsPhone();
  const open = () => setPanelOpen(true);
  const inViewer: ActionContext = { ...context, screen: { ...context.screen, inform: open } };
  const go = (to: Entry | undefined) => to && step(to.node_id);
  const swiped = (swipe: Swipe) => {
    if (swipe === 'close' && isPhone && panelOpen) setPanelOpen(false);
    else if (swipe === 'close') close();
    else if (swipe === 'details') open();
    else go(swipe === 'next' ? next : previous);
  };
  const swipes = useSwipes(swiped);
  const total = count === null ? `${files.length}+` : count.toLocaleString(i18n.language);
  const where = { index: index + 1, total };
  const place =
    context.folder === null
      ? t('content_viewer:place', where)
      : t('content_viewer:placeIn', { ...where, folder: context.folder.name });
  return (
    <Modal.Root
      opened
      onClose={close}
      fullScreen
      closeOnEscape={false}
      classNames={{ content: classes['frame'] ?? '' }}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Content aria-label={t('content_viewer:label', { name: file.name })} radius={0}>
        <ViewerElement value={root}>
          <Fullscreen value={toggleFullscreen}>
            <DarkPart ref={root} className={classes['root']}>
              <ViewerKeys
                previous={() => go(previous)}
                next={() => go(next)}
                first={() => go(files[0])}
                last={toLast}
                download={download}
                share={share}
                togglePanel={() => setPanelOpen(!panelOpen)}
                toggleFullscreen={toggleFullscreen}
                togglePlaying={slideshow.toggle}
                help={() => context.open((shut) => <ViewerHelp close={shut} />)}
                // Each Escape ends one thing.
                escape={slideshow.playing ? slideshow.toggle : close}
                close={close}
              />
              <div
                className={classes['main']}
                data-quiet={quiet || undefined}
                data-idle={idle || undefined}
                data-whole={(kind === 'picture' && (full || slideshow.playing)) || undefined}
                {...wake}
                {...swipes}
              >
                <ViewerBar
                  file={file}
                  place={index < 0 || alone ? null : place}
                  context={inViewer}
                  playing={slideshow.playing}
                  togglePlaying={alone ? null : slideshow.toggle}
                  panelOpen={panelOpen}
                  togglePanel={() => setPanelOpen(!panelOpen)}
                  download={download}
                  downloadAs={runOf('download_as')}
                  share={share}
                  close={close}
                />
                <div
                  className={classes['stage']}
                  data-kind={kind}
                  data-full={full || undefined}
                  // Not a button: Space is for the file.
                  data-autofocus
                  tabIndex={-1}
                >
                  <div className={classes['file']}>
                    <FileStage
                      // Another version of the file is another picture, film or text.
                      key={`${file.node_id} ${file.preview.version}`}
                      appId={appId}
                      file={file}
                      kind={kind}
                      original={original}
                      swiped={swiped}
                      download={download}
                    />
                  </div>
                  {!alone && (
                    <>
                      <Arrow side="left" label={t('content_viewer:previous')} to={previous} go={go} />
                      <Arrow side="right" label={t('content_viewer:next')} to={next} go={go} />
                    </>
                  )}
                </div>
                {!alone && kind !== 'pdf' && <Filmstrip appId={appId} files={files} index={index} step={step} />}
                {isPhone && !panelOpen && (
                  <Suspense fallback={<div className={classes['peek']} />}>
                    <ViewerPeek file={file} context={inViewer} open={open} swiped={swiped} />
                  </Suspense>
                )}
              </div>
              {panelOpen && <ViewerPanel appId={appId} file={file} close={() => setPanelOpen(false)} />}
            </DarkPart>
          </Fullscreen>
        </ViewerElement>
      </Modal.Content>
    </Modal.Root>
  );
}

type ArrowProps = { side: 'left' | 'right'; label: string; to: Entry | undefined; go: (to: Entry | undefined) => void };

function Arrow({ side, label, to, go }: ArrowProps) {
  const Icon = side === 'left' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      className={classes['arrow'] ?? ''}
      data-side={side}
      size={44}
      radius="xl"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => go(to)}
    >
      <Icon size={22} aria-hidden />
    </ActionIcon>
  );
}
