import {
  IconBox,
  IconBrush,
  IconFile,
  IconFileCode,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconTable,
  IconTypography,
  IconVector,
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
    extensions: ['jsm'],
    mediaTypes: ['image/'],
    scene: true,
  },
  {
    key: 'vector',
    icon: IconVector,
    label: () => i18next.t('type.vector', { ns: 'content' }),
    extensions: ['svg'],
    mediaTypes: ['image/svg'],
    scene: true,
  },
  {
    key: 'video',
    icon: IconVideo,
    label: () => i18next.t('type.video', { ns: 'content' }),
    mediaTypes: ['video/'],
    scene: true,
  },
  {
    key: 'audio',
    icon: IconMusic,
    label: () => i18next.t('type.audio', { ns: 'content' }),
    mediaTypes: ['audio/'],
  },
  {
    key: 'pdf',
    icon: IconFileTypePdf,
    label: () => i18next.t('type.pdf', { ns: 'content' }),
    mediaTypes: ['application/pdf'],
  },
  {
    key: 'text',
    icon: IconFileText,
    label: () => i18next.t('type.text', { ns: 'content' }),
    mediaTypes: ['text/'],
  },
  {
    key: 'code',
    icon: IconFileCode,
    label: () => i18next.t('type.code', { ns: 'content' }),
    extensions: ['js', 'ts', 'json', 'html', 'css', 'xml', 'py', 'rs', 'sh', 'yml', 'yaml'],
  },
  {
    key: 'sheet',
    icon: IconTable,
    label: () => i18next.t('type.sheet', { ns: 'content' }),
    extensions: ['xls', 'xlsx', 'ods', 'csv', 'gsheets'],
    mediaTypes: ['text/csv'],
  },
  {
    key: 'slides',
    icon: IconPresentation,
    label: () => i18next.t('type.slides', { ns: 'content' }),
    extensions: ['ppt', 'pptx', 'odp', 'key', 'gpres'],
  },
  {
    key: 'document',
    icon: IconFileText,
    label: () => i18next.t('type.document', { ns: 'content' }),
    extensions: ['doc', 'docx', 'odt', 'rtf', 'gdocs', 'jst'],
  },
  {
    key: 'archive',
    icon: IconFileZip,
    label: () => i18next.t('type.archive', { ns: 'content' }),
    extensions: ['zip', 'rar', '7z', 'gz', 'tar'],
  },
  {
    key: 'model',
    icon: IconBox,
    label: () => i18next.t('type.model', { ns: 'content' }),
    extensions: ['glb', 'gltf', 'obj', 'fbx', 'stl'],
    mediaTypes: ['model/'],
  },
  {
    key: 'font',
    icon: IconTypography,
    label: () => i18next.t('type.font', { ns: 'content' }),
    extensions: ['ttf', 'otf', 'woff', 'woff2'],
    mediaTypes: ['font/'],
  },
  {
    key: 'design',
    icon: IconBrush,
    label: () => i18next.t('type.design', { ns: 'content' }),
    extensions: ['ai', 'eps', 'psd', 'fig', 'indd', 'sketch'],
    mediaTypes: ['image/vnd.adobe'],
    scene: true,
  },
];

/** A file of no known type. */
export const otherFile: EntryType = {
  key: 'other',
  icon: IconFile,
  label: () => i18next.t('type.other', { ns: 'content' }),
};
