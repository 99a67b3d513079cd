import { query } from '../../../platform/api/client';
import { TableSkeleton } from '../../../platform/ui/table/TableSkeleton';
import { TableTrouble } from '../../../platform/ui/table/TableTrouble';
import { ThemeForm } from './ThemeForm';

type Props = { id: number | 'new'; show: (theme: number | 'new' | null) => void };

/** An existing theme is loaded first; a new one begins with the default. */
export function ThemeEditor({ id, show }: Props) {
  const theme = query.useQuery(
    'get',
    '/api/core/theme/{theme_id}',
    { params: { path: { theme_id: id === 'new' ? 0 : id } } },
    { enabled: id !== 'new' },
  );
  if (id === 'new') return <ThemeForm theme={null} show={show} />;
  if (theme.data !== undefined) return <ThemeForm theme={theme.data} show={show} />;
  return theme.isPending ? <TableSkeleton rows={10} /> : <TableTrouble error={theme.error} retry={theme.refetch} />;
}
