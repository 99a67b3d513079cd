import { useRouter } from '@tanstack/react-router';
import type { Application } from '../../platform/session/account';
import { applicationKind } from './application-kind';

/** The instances that have a screen to open; others would be dead cards. */
export function useOpenableApplications(applications: readonly Application[]) {
  const { routesByPath } = useRouter();
  return applications.flatMap((application) => {
    const kind = applicationKind(application.application_key);
    if (kind === undefined || !(kind.route in routesByPath)) return [];
    return [{ application, href: kind.href(application.application_instance_id) }];
  });
}
