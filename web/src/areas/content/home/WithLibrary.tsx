import type { ReactNode } from 'react';
import { useApplications } from '../../../platform/session/use-session';

interface Props {
  children: (appId: number) => ReactNode;
  /** What the others have. */
  otherwise?: ReactNode;
}

/** What only those have who have a library. */
export function WithLibrary({ children, otherwise = null }: Props) {
  const library = useApplications().find((application) => application.application_key === 'content');
  return library === undefined ? otherwise : children(library.application_instance_id);
}
