import { Menu as Kit, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useBackCloses } from './use-back-closes';

function BackMenu(props: MenuProps) {
  const [own, setOwn] = useState(false);
  const { opened = own, onChange, onClose } = props;
  const change = (open: boolean) => {
    setOwn(open);
    onChange?.(open);
  };
  useBackCloses(opened, () => {
    change(false);
    onClose?.();
  });
  return <Kit {...props} opened={opened} onChange={change} />;
}

/** A menu, with the parts of the kit's. Escape closes it, and on a small screen Back does. */
export const Menu = Object.assign(BackMenu, Kit);
