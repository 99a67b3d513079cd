import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Icon, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import { useIsPhone } from '../platform/ui/use-is-phone';

type Props = PropsWithChildren<{ icon: Icon; label: string }>;

/** Choices inside a menu: beside it, or below their item if there is no space beside it. */
export function MenuChoices({ icon: Drawing, label, children }: Props) {
  const small = useIsPhone();
  const [open, { toggle }] = useDisclosure(false);
  const icon = <Drawing size={18} stroke={1.7} aria-hidden />;
  if (small) {
    const Chevron = open ? IconChevronUp : IconChevronDown;
    return (
      <>
        <Menu.Item
          leftSection={icon}
          rightSection={<Chevron size={16} aria-hidden />}
          closeMenuOnClick={false}
          aria-expanded={open}
          onClick={toggle}
        >
          {label}
        </Menu.Item>
        {open && children}
      </>
    );
  }
  return (
    <Menu.Sub position="left-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>{children}</Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
