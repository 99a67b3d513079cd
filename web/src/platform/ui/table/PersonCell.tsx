import { PersonAvatar } from '../PersonAvatar';
import { TwoLines } from './TwoLines';

type Props = { person: { name: string; email: string; avatar_url: string | null } };

export function PersonCell({ person }: Props) {
  const picture = <PersonAvatar name={person.name} src={person.avatar_url} size={32} />;
  return <TwoLines title={person.name} note={person.email} picture={picture} />;
}
