import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import { AccessEditor } from './AccessEditor';
import type { AccessNode } from './grants';

type Props = { appId: number; node: AccessNode; close: () => void };

/** Shows who has access to a node, and changes it. */
export function AccessDialog({ appId, node, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  useFocusBack();
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={<span className={dialog['title']}>{t('access.title', { name: node.name })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <AccessEditor appId={appId} node={node} leave={close} first />
    </Modal>
  );
}
