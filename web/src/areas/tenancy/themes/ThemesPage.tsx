import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later, usePrefetch } from '../../../platform/routing/later';
import { ThemesTable } from './ThemesTable';

const ThemeEditor = later(() => import('./ThemeEditor'), 'ThemeEditor');

const route = getRouteApi('/shell/settings/core/theme');

/** The themes, or one of them in its editor: the address says which. */
export function ThemesPage() {
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  usePrefetch(ThemeEditor);
  const show = (theme: number | 'new' | null) =>
    void navigate({
      search: ({ edit: _, ...before }) => (theme === null ? before : { ...before, edit: theme }),
      resetScroll: true,
    });
  if (edit === undefined) return <ThemesTable edit={show} />;
  return (
    <Suspense fallback={null}>
      <ThemeEditor key={edit} id={edit} show={show} />
    </Suspense>
  );
}
