import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/use-session';
import { GuideCard } from './GuideCard';
import { usePutAway } from './put-away';
import { nextStep } from './steps';
import { useAdminsSteps, useMastersSteps } from './use-guide-steps';

type Props = {
  of: 'master' | 'admin';
  /** Shown instead if there is nothing to guide to. */
  otherwise?: ReactNode;
};

/** The next step towards the first upload, for administrators. It disappears when all is done. */
export function Guide({ of, otherwise = null }: Props) {
  const { t } = useTranslation('tenancy_home');
  const usersId = useSession()?.usersId ?? 0;
  const { isAway, put } = usePutAway(of, usersId);
  const masters = useMastersSteps(of === 'master' && !isAway);
  const admins = useAdminsSteps(of === 'admin' && !isAway);
  if (isAway) {
    return (
      <div>
        {otherwise}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconListCheck size={18} stroke={1.7} aria-hidden />}
          onClick={() => put(false)}
        >
          {t('guide.show')}
        </Button>
      </div>
    );
  }
  const steps = of === 'master' ? masters : (admins?.steps ?? null);
  if (steps === null) return null;
  if (nextStep(steps) === undefined) return otherwise;
  return (
    <GuideCard
      title={t(`guide.${of}.title`)}
      lead={t(`guide.${of}.lead`)}
      steps={steps}
      {...(of === 'admin' && admins?.hasContent === false && { obstacle: t('guide.admin.no_content') })}
      putAway={() => put(true)}
    />
  );
}
