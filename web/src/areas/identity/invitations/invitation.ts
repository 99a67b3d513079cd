import type { Schema } from '../../../platform/api/client';

export type Invitation = Schema<'Invitation'>;

export const path = '/api/core/invitation';

/** It can still be sent again or withdrawn. */
export function isAnswerable(invitation: Invitation): boolean {
  return invitation.status === 'open' || (invitation.status === 'expired' && invitation.ended_at === null);
}
