import { Button, FileButton } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './IconDialog.module.css';

interface Props {
  /** Takes a file that was chosen or dropped. */
  take: (file: File) => void;
  /** What is there already: the icon that the entry has, or the picture that is being cut. */
  children?: ReactNode;
  /** There is a picture: another one may be chosen. */
  again: boolean;
  /** Of the entry. */
  name: string;
}

/** Where a picture is chosen, or dropped. */
export function PickPicture({ take, children, again, name }: Props) {
  const { t } = useTranslation('content_actions');
  const [over, setOver] = useState(false);
  const dragged = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(isOver);
  };
  const dropped = (event: DragEvent) => {
    dragged(event, false);
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the button
    <div
      className={classes['pick']}
      data-over={over || undefined}
      onDragEnter={(event) => dragged(event, true)}
      onDragOver={(event) => dragged(event, true)}
      onDragLeave={(event) => dragged(event, false)}
      onDrop={dropped}
    >
      {children}
      <FileButton onChange={(file) => file && take(file)} accept="image/png,image/jpeg,image/webp,image/*">
        {(props) => (
          <Button
            {...props}
            variant={again ? 'default' : 'light'}
            leftSection={<IconPhotoUp size={18} stroke={1.7} aria-hidden />}
            data-autofocus={!again || undefined}
          >
            {again ? t('icon.other') : t('icon.choose')}
          </Button>
        )}
      </FileButton>
      <p className={classes['how']}>{t('icon.how', { name })}</p>
    </div>
  );
}
