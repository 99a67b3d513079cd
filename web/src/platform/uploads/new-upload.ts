import { randomId } from '../random-id';
import type { Upload } from './upload-queue';

type Of =
  | 'groupId'
  | 'groupTitle'
  | 'groupFolderId'
  | 'appId'
  | 'parentId'
  | 'replaces'
  | 'name'
  | 'size'
  | 'createdAt';
type Begun = Pick<Upload, Of>;

/** An upload of which nothing has been sent. */
export function newUpload(begun: Begun): Upload {
  return { ...begun, id: randomId(), state: 'waiting', sent: 0, percent: 0, ticket: null, reason: null };
}
