/** One of each role, as the seed makes them, and somebody of the second organisation. */
export const people = {
  master: 'master',
  admin: 'admin',
  manager: 'manager',
  regular: 'regular',
  stranger: 'stranger',
} as const;

export type Person = keyof typeof people;

export const password = 'a journey of a thousand miles';
