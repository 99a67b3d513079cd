import type { ActionContext } from '../../../platform/registry/actions';
import type { Entry } from '../queries';
import { DownloadAsDialog } from './download-as-later';

/** Asks in which size and format a picture is downloaded. */
export function downloadAs([file]: readonly Entry[], { appId, open }: ActionContext): void {
  if (file) open((close) => <DownloadAsDialog appId={appId} file={file} close={close} />);
}
