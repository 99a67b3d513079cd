import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import classes from './FavouriteStar.module.css';
import { chooseFavourite, favouriteIdsQuery } from './favourites';

interface Props {
  appId: number;
  entry: Pick<Entry, 'node_id' | 'name'>;
  tabIndex?: number;
  size?: number;
  iconSize?: number;
}

/** The star of an entry: filled for a favourite; on cards and rows the others show it only to who points at them. */
export function FavouriteStar({ appId, entry, tabIndex = 0, size = 24, iconSize = 15 }: Props) {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const { node_id: nodeId, name } = entry;
  const { data: chosen = false } = useQuery({ ...favouriteIdsQuery(appId), select: (ids) => ids.has(nodeId) });
  const Icon = chosen ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      className={classes['star'] ?? ''}
      size={size}
      tabIndex={tabIndex}
      aria-label={t('favourites.star', { name })}
      aria-pressed={chosen}
      data-star={chosen ? 'chosen' : 'free'}
      onClick={(event) => {
        // The card below is not selected by it.
        event.stopPropagation();
        chooseFavourite(client, appId, nodeId, !chosen).catch(() => undefined);
      }}
    >
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  );
}
