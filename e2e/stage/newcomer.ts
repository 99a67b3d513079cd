import { randomUUID } from 'node:crypto';
import { Api } from './api.ts';
import { mailedLink } from './emails.ts';

export type Newcomer = { email: string; password: string; name: string };

/** A new user of the demonstration's organisation for one journey: invited and joined. */
export async function newcomer(server: { url: string; data: string }, name: string): Promise<Newcomer> {
  const admin = await Api.signIn(server.url, 'admin');
  type Place = { company_id: number; user_group_id: number | null };
  const { items } = await admin.ask<{ items: Place[] }>('GET', '/api/core/invitation/place');
  const group = items.find((place) => place.user_group_id !== null);
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@casalumen.example`;
  const password = 'jaguar telhado neblina';
  const body = { name, email, user_group_id: group?.user_group_id, language: 'en' };
  await admin.ask('POST', '/api/core/invitation', body);
  const [, token = ''] = (await mailedLink(server.data, email, 'invitation')).split('#');
  await admin.ask('POST', '/api/core/auth/invitation/accept', { token, name, password, language: 'en' });
  return { email, password, name };
}
