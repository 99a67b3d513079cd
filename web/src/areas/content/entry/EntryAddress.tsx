import { useQueries } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useApplications } from '../../../platform/session/use-session';
import { ListError } from '../browser/ListError';
import { failureOf } from '../browser/use-entry-list';
import { entryQuery } from '../queries';

const route = getRouteApi('/shell/content/$appId');

/** The address of a library alone, which leads to its repositories; or of an entry alone, which leads to the entry. */
export function EntryAddress() {
  const { appId: id } = route.useParams();
  const apps = useApplications().filter((one) => one.application_key === 'content');
  const libraries = apps.map((one) => one.application_instance_id);
  const isLibrary = libraries.includes(id);
  const asked = useQueries({
    queries: libraries.map((appId) => ({
      ...entryQuery(appId, id),
      enabled: !isLibrary && Number.isSafeInteger(id) && id > 0,
      retry: false,
    })),
  });
  if (isLibrary) return <Navigate to="/content/$appId/navigation/home" params={{ appId: id }} replace />;
  const at = asked.findIndex(({ data }) => data !== undefined);
  const [appId, entry] = [libraries[at], asked[at]?.data];
  if (appId !== undefined && entry) {
    const isFile = entry.node_type === 'file';
    // A file whose folder is not seen has a page of its own.
    if (isFile && entry.parent_id === null)
      return <Navigate to="/content/$appId/actions/entry/info/$nodeId" params={{ appId, nodeId: id }} replace />;
    const parentId = isFile ? (entry.parent_id ?? id) : id;
    const search = isFile ? { show: id } : {};
    return <Navigate to="/content/$appId/navigation/$parentId" params={{ appId, parentId }} search={search} replace />;
  }
  const [first] = libraries;
  const failed = asked.map(failureOf).find((failure) => failure !== null);
  if (asked.some(({ isLoading }) => isLoading)) return null;
  if (first === undefined || failed === undefined) return <Navigate to="/" replace />;
  const retry = () => {
    for (const one of asked) void one.refetch();
  };
  return <ListError appId={first} error={failed} retry={retry} headingLevel={1} />;
}
