import { IconAlertTriangle, IconFolder } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Mosaic } from '../covers/Mosaic';
import classes from './ContinueCard.module.css';
import picture from './EntryPicture.module.css';
import type { UploadGroup } from './home-queries';

/** How wide a picture of the strip is on the widest page. */
const WIDTH = 398;

/** An upload of which some files failed: how many, and the way to its folder. What to do about them stands in the tray. */
export function UnfinishedCard({ appId, group }: { appId: number; group: UploadGroup }) {
  const { t } = useTranslation('content_home');
  const { folder_id: folder, title, failed, files } = group;
  return (
    <div className={classes['card']}>
      <Link
        to="/content/$appId/navigation/$parentId"
        params={{ appId, parentId: folder }}
        className={classes['link'] ?? ''}
        title={title}
      >
        <span className={classes['picture']}>
          <span className={picture['folder']}>
            <Mosaic appId={appId} nodeId={folder} width={WIDTH} icon={IconFolder} />
          </span>
        </span>
        <span className={classes['words']}>
          <span className={classes['name']} data-folder>
            <IconFolder className={classes['icon'] ?? ''} size={18} stroke={1.7} aria-hidden />
            <span className={classes['title']} dir="auto">
              {title}
            </span>
          </span>
          <span className={classes['facts']} data-warn>
            <IconAlertTriangle size={14} aria-hidden /> {t('unfinished', { count: failed, files })}
          </span>
        </span>
      </Link>
    </div>
  );
}
