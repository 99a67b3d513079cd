import {
  IconAlertTriangle,
  IconArrowRight,
  IconBolt,
  IconCopy,
  IconCursorText,
  IconFileExport,
  IconListCheck,
  IconRestore,
  IconServer2,
  IconSparkles,
  IconTrash,
  IconTrashX,
  IconUpload,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, typeof IconUpload>> = {
  upload: IconUpload,
  move: IconArrowRight,
  copy: IconCopy,
  rename: IconCursorText,
  delete: IconTrash,
  restore: IconRestore,
  purge: IconTrashX,
  empty_bin: IconTrashX,
  files_damaged: IconAlertTriangle,
  move_repository: IconServer2,
  customAction: IconBolt,
  export: IconFileExport,
  synthetic_image_txt2img: IconSparkles,
  synthetic_image_upscale: IconSparkles,
};

export function actionIcon(type: string): typeof IconUpload {
  return ICONS[type] ?? IconListCheck;
}
