import type { DetailTabProps } from '../../../platform/registry/area';
import { AccessEditor } from './AccessEditor';

/** Who has access, in the panel beside a list. */
export function AccessTab({ appId, entry }: DetailTabProps) {
  return <AccessEditor key={entry.node_id} appId={appId} node={entry} asked />;
}
