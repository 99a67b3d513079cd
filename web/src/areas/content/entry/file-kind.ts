export type FileKind =
  | 'image'
  | 'vector'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'code'
  | 'sheet'
  | 'slides'
  | 'document'
  | 'archive'
  | 'model'
  | 'font'
  | 'design'
  | 'other';

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  ai: 'design',
  eps: 'design',
  psd: 'design',
  fig: 'design',
  indd: 'design',
  sketch: 'design',
  svg: 'vector',
  doc: 'document',
  docx: 'document',
  odt: 'document',
  rtf: 'document',
  gdocs: 'document',
  jst: 'document',
  xls: 'sheet',
  xlsx: 'sheet',
  ods: 'sheet',
  csv: 'sheet',
  gsheets: 'sheet',
  ppt: 'slides',
  pptx: 'slides',
  odp: 'slides',
  key: 'slides',
  gpres: 'slides',
  zip: 'archive',
  rar: 'archive',
  '7z': 'archive',
  gz: 'archive',
  tar: 'archive',
  glb: 'model',
  gltf: 'model',
  obj: 'model',
  fbx: 'model',
  stl: 'model',
  ttf: 'font',
  otf: 'font',
  woff: 'font',
  woff2: 'font',
  js: 'code',
  ts: 'code',
  json: 'code',
  html: 'code',
  css: 'code',
  xml: 'code',
  py: 'code',
  rs: 'code',
  sh: 'code',
  yml: 'code',
  yaml: 'code',
  jsm: 'image',
};

const BY_MIME: readonly (readonly [string, FileKind])[] = [
  ['image/svg', 'vector'],
  ['image/vnd.adobe', 'design'],
  ['image/', 'image'],
  ['video/', 'video'],
  ['audio/', 'audio'],
  ['font/', 'font'],
  ['model/', 'model'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'sheet'],
  ['text/', 'text'],
];

/** The kind of a file for users: the extension decides if it says more than the MIME type. */
export function fileKind(name: string, mimeType: string | null): FileKind {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const byExtension = name.includes('.') ? BY_EXTENSION[extension] : undefined;
  if (byExtension) return byExtension;
  return BY_MIME.find(([prefix]) => mimeType?.startsWith(prefix))?.[1] ?? 'other';
}
