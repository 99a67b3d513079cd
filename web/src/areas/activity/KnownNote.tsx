import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import classes from './KnownNote.module.css';
import type { UploadGroup } from './upload-groups';

/** The server is asked about so many. */
const ASKED = 100;
const SHOWN = 2;

/** Of the files that have arrived, those whose content was there already, with where it is. */
export function KnownNote({ group }: { group: UploadGroup }) {
  const { t } = useTranslation('activity_tray');
  const { appId } = group;
  const node_ids = group.arrived.flatMap(arrivedAs).slice(0, ASKED);
  const { data } = useQuery({
    queryKey: ['known contents', appId, ...node_ids],
    queryFn: async ({ signal }) => {
      const { data, error } = await api.POST('/api/app/{application_instance_id}/equal/entries', {
        params: { path: { application_instance_id: appId } },
        body: { node_ids },
        headers: shownInPlace,
        signal,
      });
      if (data === undefined) throw error;
      return data.items;
    },
    enabled: node_ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const known = data ?? [];
  if (known.length === 0) return null;
  const more = known.length - SHOWN;
  return (
    <ul className={classes['known']} aria-label={t('known.label')}>
      {known.slice(0, SHOWN).map(({ node_id, other }) => (
        <li key={node_id}>
          {t('known.in', { name: other.name })}{' '}
          <Link
            className={classes['folder'] ?? ''}
            to="/content/$appId/navigation/$parentId"
            params={{ appId, parentId: other.parent_id ?? 0 }}
            search={{ at: other.node_id }}
            dir="auto"
          >
            {other.places.at(-1)?.name ?? '…'}
          </Link>
        </li>
      ))}
      {more > 0 && <li>{t('known.more', { count: more })}</li>}
    </ul>
  );
}

/** The node of a file of its own: a new version is no other file. */
function arrivedAs({ ticket, replaces }: UploadGroup['arrived'][number]): number[] {
  return ticket === null || replaces !== undefined ? [] : [ticket.nodeId];
}
