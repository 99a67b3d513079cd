import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './GuideCard.module.css';
import { nextStep, type Step } from './steps';

type Props = {
  title: string;
  lead: string;
  steps: readonly Step[];
  /** Why nothing can be done yet, if so. */
  obstacle?: string;
  putAway: () => void;
};

/** The steps in order; those that are done are ticked. */
export function GuideCard({ title, lead, steps, obstacle, putAway }: Props) {
  const { t } = useTranslation('tenancy_home');
  const id = useId();
  const next = nextStep(steps);
  const done = steps.filter((step) => step.done).length;
  const progress = t('guide.progress', { done, count: steps.length });
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <header className={classes['head']}>
        <div className={classes['words']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          <p className={classes['lead']}>{obstacle ?? lead}</p>
        </div>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('guide.put_away')} onClick={putAway}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['progress']}>
        <progress className={classes['bar']} aria-label={progress} value={done} max={steps.length} />
        <span aria-hidden>{progress}</span>
      </div>
      <ol className={classes['steps']}>
        {steps.map((step, at) => {
          const isNext = step === next && obstacle === undefined;
          const state = step.done ? 'done' : isNext ? 'next' : 'later';
          return (
            <li
              key={step.key}
              className={classes['step']}
              data-state={state}
              aria-current={isNext ? 'step' : undefined}
            >
              <span className={classes['mark']}>
                {step.done ? <IconCheck size={16} stroke={2.4} role="img" aria-label={t('guide.done')} /> : at + 1}
              </span>
              <div className={classes['about']}>
                {obstacle === undefined ? (
                  <Link to={step.to} className={classes['name']}>
                    {t(`guide.steps.${step.key}.title`)}
                  </Link>
                ) : (
                  <span className={classes['name']}>{t(`guide.steps.${step.key}.title`)}</span>
                )}
                {!step.done && <span className={classes['more']}>{t(`guide.steps.${step.key}.more`)}</span>}
              </div>
              {isNext && (
                <Button className={classes['go'] ?? ''} renderRoot={(props) => <Link to={step.to} {...props} />}>
                  {t('guide.go')}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
