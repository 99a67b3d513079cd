import { createContext, use } from 'react';
import type { Chosen } from './dropped-files';
import type { Uploads } from './uploads';

export interface UploadTarget {
  appId: number;
  nodeId: number;
  name: string;
}

export interface Activity {
  uploads: Uploads;
  /** Plans, asks about existing names, makes folders and queues the files. */
  startUpload: (target: UploadTarget, chosen: Chosen) => void;
}

export const ActivityContext = createContext<Activity | null>(null);

export function useActivity(): Activity {
  const activity = use(ActivityContext);
  if (!activity) throw new Error('useActivity outside of ActivityProvider');
  return activity;
}
