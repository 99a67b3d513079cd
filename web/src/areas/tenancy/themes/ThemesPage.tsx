import { getRouteApi } from '@tanstack/react-router';
import { ThemeEditor } from './ThemeEditor';
import { ThemesTable } from './ThemesTable';

const route = getRouteApi('/shell/settings/core/theme');

/** The themes, or one of them in its editor: the address says which. */
export function ThemesPage() {
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (theme: number | 'new' | null) =>
    void navigate({
      search: ({ edit: _, ...before }) => (theme === null ? before : { ...before, edit: theme }),
      resetScroll: true,
    });
  if (edit === undefined) return <ThemesTable edit={show} />;
  return <ThemeEditor key={edit} id={edit} show={show} />;
}
