import { createContext, use } from 'react';
import type { Chosen } from './dropped-files';
import type { Uploads } from './uploads';

export interface UploadTarget {
  appId: number;
  /** The folder, and its name. */
  nodeId: number;
  name: string;
  /** A file in it: the only chosen one becomes its new version, whatever that is called. */
  replaces?: { nodeId: number; name: string };
}

/** Plans, asks about existing names, makes folders and queues the files. */
export type StartUpload = (target: UploadTarget, chosen: Chosen) => void;

export interface PageUploads {
  uploads: Uploads;
  startUpload: StartUpload;
}

export const UploadsContext = createContext<PageUploads | null>(null);

/** The uploads of this page. */
export function useUploads(): PageUploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads outside of UploadsContext');
  return uploads;
}
