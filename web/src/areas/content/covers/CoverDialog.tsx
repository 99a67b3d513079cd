import { IconClock, IconPhotoOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import { Skeleton } from '../Skeleton';
import { useLate } from '../use-late';
import classes from './CoverDialog.module.css';
import { chooseCover, coverChoicesQuery } from './cover-queries';
import { Piece } from './Piece';

/** About as wide as CoverDialog.module.css makes a choice. */
const FRAME = { width: 144, height: 108, fit: 'cover' } as const;

type Props = { appId: number; folder: { node_id: number; name: string }; close: () => void };

/** Chooses the picture that the card of a folder shows first, or the newest ones again. */
export function CoverDialog({ appId, folder, close }: Props) {
  const { t } = useTranslation('content');
  useFocusBack();
  const client = useQueryClient();
  const { data, isPending, error } = useQuery(coverChoicesQuery(appId, folder.node_id));
  const late = useLate(isPending);
  const [refusal, setRefusal] = useState<unknown>(null);
  const failed = refusal ?? error;
  const choose = async (picture: number | null) => {
    try {
      await chooseCover(client, appId, folder.node_id, picture);
      close();
    } catch (problem) {
      setRefusal(problem);
    }
  };
  const chosen = data?.chosen_node_id ?? null;
  const pictures = data?.pictures ?? [];
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={<span className={dialog['title']}>{t('cover.title', { name: folder.name })}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {failed !== null && (
        <p role="alert" className={classes['refusal']}>
          {isProblem(failed) ? failed.message : t('error.failed')}
        </p>
      )}
      {late && <Skeleton height={220} radius="lg" />}
      {data && pictures.length === 0 && (
        <EmptyState icon={IconPhotoOff} title={t('cover.noneTitle')} description={t('cover.none')} />
      )}
      {pictures.length > 0 && (
        <div className={classes['choices']}>
          <Choice label={t('cover.newest')} isChosen={chosen === null} choose={() => choose(null)} autoFocus>
            <span className={classes['newest']}>
              <IconClock size={28} stroke={1.4} aria-hidden />
              <span aria-hidden>{t('cover.newest')}</span>
            </span>
          </Choice>
          {pictures.map((picture) => (
            <Choice
              key={picture.node_id}
              label={picture.name}
              isChosen={chosen === picture.node_id}
              choose={() => choose(picture.node_id)}
            >
              <Piece appId={appId} picture={picture} frame={FRAME} />
            </Choice>
          ))}
        </div>
      )}
    </Modal>
  );
}

type ChoiceProps = {
  label: string;
  isChosen: boolean;
  choose: () => Promise<void>;
  autoFocus?: boolean;
  children: ReactNode;
};

function Choice({ label, isChosen, choose, autoFocus = false, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes['choice']}
      aria-label={label}
      title={label}
      aria-pressed={isChosen}
      data-autofocus={autoFocus || undefined}
      onClick={() => void choose()}
    >
      {children}
    </button>
  );
}
