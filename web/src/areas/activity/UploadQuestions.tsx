import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { legalName, nameProblem } from '../../platform/uploads/names';
import { needsName } from './failure-words';
import { UploadQuestion } from './UploadQuestion';
import classes from './UploadQuestions.module.css';
import type { Failure, UploadGroup } from './upload-groups';
import type { UploadAnswers } from './use-upload-answers';

const SHOWN = 50;
/** On a phone, the others would stand where the page is. */
const SHOWN_ON_PHONES = 1;

/** The files that did not arrive, each with its reason and its answers. */
export function UploadQuestions({ group, answers }: { group: UploadGroup; answers: UploadAnswers }) {
  const { t } = useTranslation('activity_tray');
  const small = useIsPhone();
  const most = small ? SHOWN_ON_PHONES : SHOWN;
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (failure: Failure) => names.get(failure.key) ?? offeredName(failure);
  const ready = group.failures.filter(
    (failure) => answers.fileOf(failure) !== null && nameProblem(nameOf(failure)) === null,
  );
  const more = group.failed - Math.min(most, group.failures.length);
  const sendAll = async () => {
    for (const failure of ready) await answers.send(group, failure, nameOf(failure));
  };
  return (
    <div className={classes['questions']}>
      <ul className={classes['list']}>
        {group.failures.slice(0, most).map((failure) => (
          <UploadQuestion
            key={failure.key}
            failure={failure}
            file={answers.fileOf(failure)}
            name={nameOf(failure)}
            rename={(name) => setNames(new Map(names).set(failure.key, name))}
            send={(chosen) => void answers.send(group, failure, nameOf(failure), chosen)}
            leaveOut={() => void answers.leaveOut(group, failure)}
          />
        ))}
      </ul>
      {more > 0 && <p className={classes['more']}>{t('conflict.more', { count: more })}</p>}
      {group.failed > 1 && (
        <div className={classes['all']}>
          {ready.length > 1 && (
            <Button size="compact-sm" variant="subtle" onClick={() => void sendAll()}>
              {ready.every(needsName) ? t('upload.sendAll') : t('upload.retryAll')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void answers.leaveAllOut(group)}>
            {t('upload.leaveAllOut')}
          </Button>
        </div>
      )}
    </div>
  );
}

function offeredName(failure: Failure): string {
  return needsName(failure) ? legalName(failure.name) : failure.name;
}
