import { IconLibraryPhoto } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Mosaic } from '../covers/Mosaic';
import type { Repository } from '../queries';
import classes from './RepositoryCard.module.css';

/** About as wide as LibraryPage.module.css makes a card. */
const WIDTH = 320;

interface Props {
  appId: number;
  repository: Repository;
  /** A right click, if there is a menu. */
  showMenu?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

/** A repository with the newest pictures of what the user may see in it. */
export function RepositoryCard({ appId, repository, showMenu }: Props) {
  const { t } = useTranslation('content');
  const role =
    repository.role &&
    { reader: t('role.reader'), writer: t('role.writer'), manager: t('role.manager') }[repository.role];
  return (
    <Link
      className={classes['card']}
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: repository.node_id }}
      onContextMenu={showMenu}
    >
      <span className={classes['tray']}>
        <Mosaic appId={appId} nodeId={repository.node_id} width={WIDTH} icon={IconLibraryPhoto} />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']} dir="auto">
          {repository.title}
        </span>
        <span className={classes['facts']}>{[repository.tenant_title, role].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  );
}
