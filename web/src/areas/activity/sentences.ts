import type { TFunction } from 'i18next';
import { type Action, isRunning, outcome } from './action';

/** The names of the folder that actions are about, and of the one that their entries were in, as far as the reader sees them. */
export interface PlaceNames {
  folder: string | null;
  from: string | null;
}

/** Who did it, with what, and the names of folders; empty if one is not known. */
type Said = { who: string; what: string; folder: string; from: string };

/**
 * What some actions of one kind say, as a sentence with a verb, in the reader's language: what is going on, or who did
 * what.
 */
export function sentence(
  actions: readonly Action[],
  t: TFunction<'activity_tray'>,
  { folder, from }: PlaceNames,
): string {
  const [first] = actions;
  if (!first) return '';
  if (first.type === 'files_damaged') return t('damaged.title');
  const over = isOver(actions);
  const said: Said = { who: t('you'), what: object(actions, over, t), folder: folder ?? '', from: from ?? '' };
  // An upload of many files names where they go.
  if (first.type === 'upload' && (first.items ?? 1) > 1 && actions.length === 1) said.folder = first.title;
  if (over) return told(first, actions.length, said, t) ?? first.title;
  const hasFailed = actions.every((one) => ['error', 'retried'].includes(outcome(one)));
  return (hasFailed ? notDone(first, said, t) : null) ?? doing(first, said, t) ?? first.title;
}

/** Something is done, and nothing goes on. What was taken back before there was anything of it is taken back, too. */
function isOver(actions: readonly Action[]): boolean {
  const ended = actions.every((one) => !isRunning(one) && outcome(one) !== 'interrupted');
  const takesBack = (one: Action) => one.undoes !== null && outcome(one) === 'success';
  const isDone = count(actions, true) > 0 || actions.every(takesBack);
  return ended && isDone && actions.some((one) => one.status !== 'error');
}

function count(actions: readonly Action[], over: boolean): number {
  return actions.reduce((sum, { items, done }) => sum + ((over ? done : null) ?? items ?? 1), 0);
}

/** A name, or a number of things. */
function object(actions: readonly Action[], over: boolean, t: TFunction<'activity_tray'>): string {
  const [first] = actions;
  if (!first) return '';
  const many = count(actions, over);
  const isUpload = first.type === 'upload';
  if (actions.length === 1 && (first.items === null || (isUpload && many === 1))) return first.title;
  if (isUpload) return t('object.files', { count: many });
  if (first.type.startsWith('synthetic_image') || first.type === 'export') return t('object.images', { count: many });
  return t('object.items', { count: many });
}

/** What was done; null for what only its title tells. */
function told(
  { type, text, undoes, done, items }: Action,
  actions: number,
  said: Said,
  t: TFunction<'activity_tray'>,
): string | null {
  const isNamed = said.folder !== '';
  if (undoes !== null && (done ?? items) === 0 && type !== 'delete') return t('told.backEmpty', said);
  switch (type) {
    case 'upload':
      return isNamed ? t('told.uploadTo', said) : t('told.upload', said);
    case 'move':
      if (undoes !== null) return t('told.moveBack', said);
      if (isNamed && said.from !== '') return t('told.moveFromTo', said);
      return isNamed ? t('told.moveTo', said) : t('told.move', said);
    case 'copy':
      if (isNamed && said.from !== '') return t('told.copyFromTo', said);
      return isNamed ? t('told.copyTo', said) : t('told.copy', said);
    case 'rename':
      if (undoes !== null) return t('told.nameBack', said);
      return actions === 1 && text !== '' ? t('told.renameFrom', { ...said, from: text }) : t('told.rename', said);
    case 'delete':
      // Nothing else that is removed takes something back.
      if (undoes !== null) return (done ?? items) === 0 ? t('told.copyBackEmpty', said) : t('told.copyBack', said);
      return isNamed ? t('told.deleteFrom', said) : t('told.delete', said);
    case 'restore':
      return t('told.restore', said);
    case 'purge':
      return t('told.purge', said);
    case 'empty_bin':
      return t('told.emptyBin', said);
    case 'move_repository':
      return t('told.moveRepository', said);
    case 'export':
      return t('told.export', said);
    case 'synthetic_image_txt2img':
    case 'synthetic_image_upscale':
      return t('told.image', said);
    default:
      return null;
  }
}

/** What failed; null for what is told as it goes on. */
function notDone({ type, undoes }: Action, said: Said, t: TFunction<'activity_tray'>): string | null {
  switch (type) {
    case 'move':
      return undoes === null ? t('notDone.move', said) : t('notDone.moveBack', said);
    case 'copy':
      return t('notDone.copy', said);
    case 'rename':
      return undoes === null ? t('notDone.rename', said) : t('notDone.nameBack', said);
    case 'delete':
      return undoes === null ? t('notDone.delete', said) : t('notDone.copyBack', said);
    case 'restore':
      return t('notDone.restore', said);
    case 'purge':
      return t('notDone.purge', said);
    default:
      return null;
  }
}

/** What goes on, or was tried. */
function doing({ type, undoes }: Action, said: Said, t: TFunction<'activity_tray'>): string | null {
  const isNamed = said.folder !== '';
  switch (type) {
    case 'upload':
      return isNamed ? t('doing.uploadTo', said) : t('doing.upload', said);
    case 'move':
      if (undoes !== null) return t('doing.moveBack', said);
      if (isNamed && said.from !== '') return t('doing.moveFromTo', said);
      return isNamed ? t('doing.moveTo', said) : t('doing.move', said);
    case 'copy':
      if (isNamed && said.from !== '') return t('doing.copyFromTo', said);
      return isNamed ? t('doing.copyTo', said) : t('doing.copy', said);
    case 'rename':
      return undoes === null ? t('doing.rename', said) : t('doing.nameBack', said);
    case 'delete':
      return undoes === null ? t('doing.delete', said) : t('doing.copyBack', said);
    case 'restore':
      return t('doing.restore', said);
    case 'purge':
      return t('doing.purge', said);
    case 'empty_bin':
      return t('doing.emptyBin', said);
    case 'move_repository':
      return t('doing.moveRepository', said);
    case 'export':
      return t('doing.export', said);
    case 'synthetic_image_txt2img':
    case 'synthetic_image_upscale':
      return t('doing.image', said);
    default:
      return null;
  }
}
