import {
  IconArrowRight,
  IconBolt,
  IconCopy,
  IconFileExport,
  IconListCheck,
  IconSparkles,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, typeof IconUpload>> = {
  upload: IconUpload,
  move: IconArrowRight,
  copy: IconCopy,
  delete: IconTrash,
  customAction: IconBolt,
  export: IconFileExport,
  synthetic_image_txt2img: IconSparkles,
  synthetic_image_upscale: IconSparkles,
};

export function actionIcon(type: string): typeof IconUpload {
  return ICONS[type] ?? IconListCheck;
}
