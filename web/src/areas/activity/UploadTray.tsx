import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../platform/ui/Hint';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { UploadBody } from './UploadBody';
import { UploadHead } from './UploadHead';
import classes from './UploadTray.module.css';
import type { UploadGroup } from './upload-groups';
import { useUploadAnswers } from './use-upload-answers';

/** The uploads that were folded away. */
const FOLDED = 'folded uploads';

/** Uploads, each with its open questions first; folded, one line with the same words. */
export function UploadTray({ groups }: { groups: readonly UploadGroup[] }) {
  const { t } = useTranslation('activity_tray');
  const small = useIsPhone();
  const { folded, fold } = useFolded(groups, small);
  const answers = useUploadAnswers();
  const open = groups.some(({ active, failures }) => active > 0 || failures.length > 0);
  const [first] = groups;
  if (!first) return null;
  if (folded) {
    return (
      <UnstyledButton className={classes['strip'] ?? ''} onClick={() => fold(false)} aria-expanded={false}>
        <UploadHead group={first} folded />
      </UnstyledButton>
    );
  }
  return (
    <section className={classes['tray']} aria-label={t('upload.label')}>
      <div className={classes['tools']}>
        <Hint label={t('tray.fold')}>
          <ActionIcon size={32} aria-label={t('tray.fold')} onClick={() => fold(true)}>
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </Hint>
        {!open && (
          <Hint label={t('tray.putAway')}>
            <ActionIcon size={32} aria-label={t('tray.putAway')} onClick={answers.putAway}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
      </div>
      {groups.map((group) => (
        <article key={group.id} className={classes['group']} aria-label={group.title}>
          <UploadHead group={group} cancel={() => void answers.cancel(group)} />
          <UploadBody group={group} answers={answers} />
        </article>
      ))}
    </section>
  );
}

/**
 * Folded by choice, or on another page than the one where it came up, so that it does not lie over other work. By itself it
 * is open for files of this page, and in the folder where some failed; on a phone only for what failed of this page's
 * files. What was folded stays so when the page is loaded anew.
 */
function useFolded(groups: readonly UploadGroup[], small: boolean) {
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const ids = new Set(groups.map(({ id }) => id));
  const [open, setOpen] = useState({ ids, here });
  const [choice, setChoice] = useState<{ folded: boolean; here: string } | null>(null);
  const all = [...ids].toSorted().join(' ');
  if ([...ids].some((id) => !open.ids.has(id))) setOpen({ ids, here });
  const mine = groups.some(({ failures }) => failures.some(({ uploadId }) => uploadId !== null));
  const own = mine || groups.some(({ active, arrived }) => active > 0 || arrived.length > 0);
  const concerned = small ? mine : own || groups.some(({ folderId }) => here.endsWith(`/${folderId}`));
  const byItself = open.here !== here || !concerned || sessionStorage.getItem(FOLDED) === all;
  return {
    folded: choice?.here === here ? choice.folded : byItself,
    fold: (folded: boolean) => {
      setChoice({ folded, here });
      sessionStorage.setItem(FOLDED, folded ? all : '');
    },
  };
}
