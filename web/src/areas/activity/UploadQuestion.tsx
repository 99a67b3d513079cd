import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../platform/ui/Hint';
import { LocalPicture } from '../../platform/uploads/LocalPicture';
import { nameProblem, splitName } from '../../platform/uploads/names';
import { failureWords, needsName, problemWords } from './failure-words';
import { MarkedName } from './MarkedName';
import classes from './UploadQuestions.module.css';
import type { Failure } from './upload-groups';

interface Props {
  failure: Failure;
  /** Its bytes, if this page has them. */
  file: File | null;
  name: string;
  rename: (name: string) => void;
  send: (chosen?: File) => void;
  leaveOut: () => void;
}

/** A file that did not arrive: why, and a name that it could have, or another try. */
export function UploadQuestion({ failure, file, name, rename, send, leaveOut }: Props) {
  const { t, i18n } = useTranslation('activity_tray');
  const asksName = needsName(failure);
  const [stem, extension] = splitName(name);
  const problem = nameProblem(name);
  const unchanged = failure.reason === 'taken' && name === failure.name;
  const ready = problem === null && !unchanged;
  const label = asksName ? t('upload.send') : t('retry');
  return (
    <li className={classes['question']}>
      <LocalPicture file={file} size={44} />
      <form
        className={classes['words']}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && file) send();
        }}
      >
        <span className={classes['name']} dir="auto">
          <MarkedName name={failure.name} />
        </span>
        <span className={classes['why']}>{failureWords(failure, t, i18n.language)}</span>
        <span className={classes['answer']}>
          {asksName && (
            <TextInput
              className={classes['field'] ?? ''}
              size="sm"
              aria-label={t('upload.newName', { name: failure.name })}
              value={stem}
              onChange={(event) => rename(event.currentTarget.value + extension)}
              error={problem && problemWords(problem, t, i18n.language)}
              rightSection={extension === '' ? null : <span className={classes['extension']}>{extension}</span>}
              rightSectionWidth={`${extension.length + 1.5}ch`}
              rightSectionPointerEvents="none"
            />
          )}
          {file ? (
            <Button type="submit" size="sm" variant="default" disabled={!ready}>
              {label}
            </Button>
          ) : (
            <Button size="sm" variant="default" disabled={!ready} onClick={() => chooseFile(send)}>
              {t('upload.choose')}
            </Button>
          )}
        </span>
      </form>
      <Hint label={t('upload.leaveOut')}>
        <ActionIcon size={28} aria-label={t('upload.leaveOneOut', { name: failure.name })} onClick={leaveOut}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Hint>
    </li>
  );
}

/** Opens the browser's own dialog for one file. */
function chooseFile(chosen: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file) chosen(file);
  };
  input.click();
}
