import type { NoticeKind } from '../../platform/registry/notices';
import { collectionNotices } from './collections/notices';
import { receivedNotices } from './received/notices';

/** The notices that this area knows. */
export const noticeKinds: readonly NoticeKind[] = [...collectionNotices, ...receivedNotices];
