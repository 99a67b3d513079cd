/** The role of the invited person. */
export const standing = { member: 1, manager: 2, admin: 3 } as const;

export type Standing = keyof typeof standing;

/** The roles to offer for a place: managers only in groups, admins only by users who may make them. */
export function standings({ inGroup, mayMakeAdmin }: { inGroup: boolean; mayMakeAdmin: boolean }): Standing[] {
  return ['member', ...(inGroup ? (['manager'] as const) : []), ...(mayMakeAdmin ? (['admin'] as const) : [])];
}
