import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { Modal } from '../../../platform/ui/Modal';
import { onPage } from '../../../platform/ui/on-page';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import type { Original } from '../viewer/original';
import type { Version } from './api';
import { downloadVersion } from './download-version';
import { kindOfVersion, mayHavePicture } from './kind-of-version';
import classes from './LookDialog.module.css';
import { MOST_BYTES, readText } from './read-text';
import { type SharedView, whole } from './shared-view';
import type { VersionFiles } from './version-files';
import { factsOf, nameOf, originOf } from './version-words';
import { ZoomButtons } from './ZoomButtons';
import { ZoomStage } from './ZoomStage';

interface Props {
  appId: number;
  entry: Entry;
  version: Version;
  files: VersionFiles;
  close: () => void;
}

/** A version of a file, large. */
export function LookDialog({ appId, entry, version, files, close }: Props) {
  const { t, i18n } = useTranslation(['content_panel', 'content']);
  useFocusBack();
  const facts = [originOf(version, t, i18n.language), factsOf(version, t, i18n.language)];
  return (
    <Modal
      opened
      onClose={close}
      fullScreen
      portalProps={onPage}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      title={
        <span className={dialog['title']}>{t('lookTitle', { file: entry.name, version: nameOf(version, t) })}</span>
      }
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <div className={classes['head']}>
        <span className={classes['quiet']}>{facts.join(' · ')}</span>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
          onClick={() => void downloadVersion(appId, entry, version, files.bytes(version))}
        >
          {t('content:actions.download')}
        </Button>
      </div>
      <Shown entry={entry} version={version} files={files} />
    </Modal>
  );
}

function Shown({ entry, version, files }: Pick<Props, 'entry' | 'version' | 'files'>) {
  const { t } = useTranslation(['content_panel', 'content']);
  const [view, change] = useState<SharedView>(whole);
  const kind = kindOfVersion(version);
  const bytes = files.bytes(version);
  const name = nameOf(version, t);
  if (bytes && kind === 'text') return <Letters bytes={bytes} version={version} />;
  if (bytes && kind === 'film') {
    return <video {...bytes} className={classes['film']} aria-label={name} controls playsInline />;
  }
  if (bytes && kind === 'sound') {
    return <audio {...bytes} className={classes['sound']} aria-label={name} controls />;
  }
  if (!mayHavePicture(version, entry)) return <p className={classes['quiet']}>{t('noPicture')}</p>;
  const layer = { key: name, name, picture: (size: number) => files.picture(version, size) };
  return (
    <>
      <ZoomStage label={name} layers={[layer]} view={view} change={change} />
      <ZoomButtons view={view} change={change} />
    </>
  );
}

function Letters({ bytes, version }: { bytes: Original; version: Version }) {
  const { t, i18n } = useTranslation('content_panel');
  const { data, isError } = useQuery({
    queryKey: ['version text', bytes.src, version.hash],
    queryFn: ({ signal }) => readText(bytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isError) return <p className={classes['quiet']}>{t('text.failed')}</p>;
  if (data === undefined) return <Loader color="gray" m="auto" />;
  return (
    <>
      {version.size > MOST_BYTES && (
        <p className={classes['quiet']}>{t('text.cut', { size: formatSize(MOST_BYTES, i18n.language) })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by the keyboard */}
      <section className={classes['letters']} aria-label={t('version', { number: version.number })} tabIndex={0}>
        <pre dir="auto">{data}</pre>
      </section>
    </>
  );
}
