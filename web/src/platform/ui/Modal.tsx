import { Modal as Kit, type ModalProps } from '@mantine/core';
import { useBackCloses } from './use-back-closes';

const nothing = () => undefined;

/** A dialog. Escape closes it, and on a small screen Back does. */
export function Modal(props: ModalProps) {
  const { opened, closeOnEscape = true, onClose } = props;
  useBackCloses(opened, closeOnEscape ? onClose : nothing);
  return <Kit {...props} />;
}
