import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import { AskForFiles } from './AskForFiles';

type Props = { appId: number; folder: { nodeId: number; name: string }; close: () => void };

/** Asks people without an account for files, for a folder. */
export function AskDialog({ appId, folder, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={600}
      title={<span className={dialog['title']}>{t('request.title', { name: folder.name })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <AskForFiles appId={appId} folder={folder} leave={close} />
    </Modal>
  );
}
