import { Modal as Kit, type ModalProps } from '@mantine/core';
import { useBackCloses } from './use-back-closes';

/** A dialog. Escape closes it, and on a small screen Back does; neither where `closeOnEscape` is false. */
export function Modal(props: ModalProps) {
  const { opened, closeOnEscape = true, onClose } = props;
  useBackCloses(opened && closeOnEscape, onClose);
  return <Kit {...props} />;
}
