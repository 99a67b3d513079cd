import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session';
import { unseenQuery } from './notices-query';

/** How many notices the user has not seen; 100 means 100 or more. */
export function useUnseen(): number {
  const session = useSession();
  // Before a required new password is chosen, and after signing out, the server would refuse.
  const enabled = session !== null && !session.user.reset_pwd;
  return useQuery({ ...unseenQuery(), enabled }).data?.unseen ?? 0;
}
