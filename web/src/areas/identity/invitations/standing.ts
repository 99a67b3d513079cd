/** What the invited will be. */
export const standing = { member: 1, manager: 2, admin: 3 } as const;

export type Standing = keyof typeof standing;

/** What can be offered at a place: a manager is one of a group, an admin is made by who may. */
export function standings({ inGroup, mayMakeAdmin }: { inGroup: boolean; mayMakeAdmin: boolean }): Standing[] {
  return ['member', ...(inGroup ? (['manager'] as const) : []), ...(mayMakeAdmin ? (['admin'] as const) : [])];
}
