import { useRegistry } from '../../platform/registry/registry';
import type { Application } from '../../platform/session/account';

/** The instances that have a screen to open; others would be dead cards. */
export function useOpenableApplications(applications: readonly Application[]) {
  const { applications: kinds } = useRegistry();
  return applications.flatMap((application) => {
    const kind = kinds.find(({ key }) => key === application.application_key);
    return kind === undefined ? [] : [{ application, kind }];
  });
}
