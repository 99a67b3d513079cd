import { useRouterState } from '@tanstack/react-router';
import { selectedApp } from '../../../platform/session/memory';
import { useApplications } from '../../../platform/session/use-session';

/** The library that one is in, or was in last, or else the first of the user's; undefined for who has none. */
export function useOpenLibrary(): number | undefined {
  const open = useRouterState({ select: ({ location }) => Number(/^\/content\/(\d+)\//.exec(location.pathname)?.[1]) });
  const own = useApplications().flatMap((app) =>
    app.application_key === 'content' ? [app.application_instance_id] : [],
  );
  return [open, selectedApp('content')].find((id) => id !== null && own.includes(id)) ?? own[0];
}
