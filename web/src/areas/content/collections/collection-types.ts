import type { Schema } from '../../../platform/api/client';

export type CollectionRole = Schema<'CollectionRole'>;
export type MemberRole = Schema<'CollectionMemberRole'>;
/** Entries from any folders under one title. */
export type Collection = Schema<'Collection'>;
export type CollectionDetail = Schema<'CollectionDetail'>;
export type Member = Schema<'CollectionMember'>;
export type Page<Item> = { items: Item[]; next: string | null };
export type Move = { node_id: number; before?: number; after?: number };

/** A person or a group. */
export type Principal = { users_id: number } | { user_group_id: number };

/** What its owner writes about a collection. */
export interface Words {
  title: string;
  description: string;
}
