import type { ReactNode } from 'react';
import { useApplications } from '../../../platform/session/use-session';

/** What only those have who have a library. */
export function WithLibrary({ children }: { children: (appId: number) => ReactNode }) {
  const library = useApplications().find((application) => application.application_key === 'content');
  return library === undefined ? null : children(library.application_instance_id);
}
