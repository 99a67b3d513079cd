import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';
import classes from './KnownNote.module.css';
import type { UploadGroup } from './upload-groups';

/** The server is asked about so many. */
const ASKED = 100;
const SHOWN = 2;

/** Of the files that have arrived, those whose content was there already, or came twice, with where it is. */
export function KnownNote({ group }: { group: UploadGroup }) {
  const { t } = useTranslation('activity_tray');
  const { appId } = group;
  const names = new Map(group.arrived.flatMap(arrivedAs));
  const node_ids = [...names.keys()].slice(0, ASKED);
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
  const unchanged = group.arrived.filter((upload) => upload.unchanged);
  const known = (data ?? []).filter((one) => !isSaidOfTheOther(one, names));
  const all = unchanged.length + known.length;
  if (all === 0) return null;
  const shown = Math.min(SHOWN, unchanged.length);
  const more = all - SHOWN;
  return (
    <ul className={classes['known']} aria-label={t('known.label')}>
      {unchanged.slice(0, SHOWN).map(({ id, name }) => (
        <li key={id}>{t('known.unchanged', { name })}</li>
      ))}
      {known.slice(0, SHOWN - shown).map(({ node_id, other }) =>
        names.has(other.node_id) ? (
          <li key={node_id}>{t('known.twice', { name: names.get(node_id), other: other.name })}</li>
        ) : (
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
        ),
      )}
      {more > 0 && <li>{t('known.more', { count: more })}</li>}
    </ul>
  );
}

/** The node of a file of its own, and its name: a new version is no other file. */
function arrivedAs({ ticket, replaces, name }: UploadGroup['arrived'][number]): [number, string][] {
  return ticket === null || replaces !== undefined ? [] : [[ticket.nodeId, name]];
}

/** Two equal files of one upload name each other. */
function isSaidOfTheOther({ node_id, other }: Schema<'KnownContent'>, names: ReadonlyMap<number, string>): boolean {
  return names.has(other.node_id) && node_id < other.node_id;
}
