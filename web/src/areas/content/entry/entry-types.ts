import {
  IconArchive,
  IconBox,
  IconBrush,
  IconFile,
  IconFileCode,
  IconFileText,
  IconFileTypePdf,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconTable,
  IconTypography,
  IconVectorSpline,
  IconVideo,
} from '@tabler/icons-react';
import i18next from 'i18next';
import type { EntryType } from '../../../platform/registry/entry-types';

/** The kinds of files that every library holds. */
export const entryTypes: readonly EntryType[] = [
  {
    key: 'image',
    icon: IconPhoto,
    label: () => i18next.t('type.image', { ns: 'content' }),
    group: 'pictures',
    scene: true,
  },
  {
    key: 'vector',
    icon: IconVectorSpline,
    label: () => i18next.t('type.vector', { ns: 'content' }),
    group: 'pictures',
    scene: true,
  },
  {
    key: 'video',
    icon: IconVideo,
    label: () => i18next.t('type.video', { ns: 'content' }),
    group: 'films',
    scene: true,
  },
  {
    key: 'audio',
    icon: IconMusic,
    label: () => i18next.t('type.audio', { ns: 'content' }),
    group: 'sound',
  },
  {
    key: 'pdf',
    icon: IconFileTypePdf,
    label: () => i18next.t('type.pdf', { ns: 'content' }),
    group: 'documents',
  },
  {
    key: 'text',
    icon: IconFileText,
    label: () => i18next.t('type.text', { ns: 'content' }),
    group: 'documents',
  },
  {
    key: 'code',
    icon: IconFileCode,
    label: () => i18next.t('type.code', { ns: 'content' }),
  },
  {
    key: 'sheet',
    icon: IconTable,
    label: () => i18next.t('type.sheet', { ns: 'content' }),
    group: 'documents',
  },
  {
    key: 'slides',
    icon: IconPresentation,
    label: () => i18next.t('type.slides', { ns: 'content' }),
    group: 'documents',
  },
  {
    key: 'document',
    icon: IconFileText,
    label: () => i18next.t('type.document', { ns: 'content' }),
    group: 'documents',
  },
  {
    key: 'archive',
    icon: IconArchive,
    label: () => i18next.t('type.archive', { ns: 'content' }),
  },
  {
    key: 'model',
    icon: IconBox,
    label: () => i18next.t('type.model', { ns: 'content' }),
  },
  {
    key: 'font',
    icon: IconTypography,
    label: () => i18next.t('type.font', { ns: 'content' }),
  },
  {
    key: 'design',
    icon: IconBrush,
    label: () => i18next.t('type.design', { ns: 'content' }),
    scene: true,
  },
];

/** A file of no known type. */
export const otherFile: EntryType = {
  key: 'other',
  icon: IconFile,
  label: () => i18next.t('type.other', { ns: 'content' }),
};
