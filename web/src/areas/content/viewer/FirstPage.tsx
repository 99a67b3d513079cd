import { Loader } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { Entry } from '../queries';
import classes from './FirstPage.module.css';
import { useViewerPictures } from './use-viewer-pictures';

interface Props {
  appId: number;
  file: Entry;
  /** If it is known already. */
  page?: number;
}

/** What is seen of a document until it is there: its picture, where its first page will stand. Of other pages there is none. */
export function FirstPage({ appId, file, page }: Props) {
  const asked = useSearch({ strict: false, select: ({ page: wanted }) => wanted });
  const picture = useViewerPictures(appId).usual(file);
  if (picture === null || (page ?? asked ?? 1) !== 1) {
    return <Loader color="gray" pos="absolute" inset={0} m="auto" />;
  }
  const alone = (file.preview.pages ?? 1) < 2;
  return <img {...picture} className={classes['picture']} data-alone={alone || undefined} alt="" draggable={false} />;
}
