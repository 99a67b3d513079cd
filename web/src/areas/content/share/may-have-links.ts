import type { Entry } from '../queries';

/** Whether the user may make links to an entry, and so sees those that there are. */
export const mayHaveLinks = ({ node_type, role, locked }: Entry): boolean =>
  node_type !== 'repository' && role === 'manager' && !locked;
