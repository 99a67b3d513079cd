import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../../platform/ui/Menu';
import classes from './RepositoryMenu.module.css';
import { type MenuRepository, useRepositoryItems } from './use-repository-items';

/** The actions of a repository, from its card. */
export function RepositoryMenu({ appId, repository }: { appId: number; repository: MenuRepository }) {
  const { t } = useTranslation('content');
  const { items, dialog } = useRepositoryItems(appId, repository);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            className={classes['button'] ?? ''}
            variant="default"
            size={32}
            aria-label={t('library.actions', { name: repository.name })}
          >
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>{items}</Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
