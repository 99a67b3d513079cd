import { Drawer, Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../platform/ui/use-back-closes';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import type { ActionGroup } from './action-groups';
import classes from './Bell.module.css';
import { BellPanel, type BellTab } from './BellPanel';

interface Props {
  target: ReactElement;
  groups: readonly ActionGroup[];
  news: Record<BellTab, number>;
  first: BellTab;
  opened: boolean;
  change: (opened: boolean) => void;
}

/** The lists of the bell: below it, or as a sheet on a phone. */
export function BellPopover({ target, opened, change, ...panel }: Props) {
  const { t } = useTranslation('activity_notices');
  const isPhone = useIsPhone();
  const close = () => change(false);
  useBackCloses(isPhone && opened, close);
  if (isPhone) {
    return (
      <>
        {target}
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          size="85dvh"
          title={t('title')}
          classNames={{
            content: classes['sheet'] ?? '',
            header: classes['head'] ?? '',
            title: classes['title'] ?? '',
            body: classes['body'] ?? '',
          }}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          <BellPanel {...panel} close={close} />
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      // Eight below the bar, right-aligned with the user menu.
      offset={{ mainAxis: 20, crossAxis: 44 }}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown data-bell-panel p={0} w={400} className={classes['panel'] ?? ''} aria-label={t('title')}>
        <BellPanel {...panel} close={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
