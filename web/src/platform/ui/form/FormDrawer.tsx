import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../session/session-store';
import { SideDrawer } from '../SideDrawer';
import { useFocusBack } from '../use-focus-back';
import { DiscardDialog } from './DiscardDialog';
import classes from './FormDrawer.module.css';
import { FormRefusal } from './FormRefusal';
import { StaleNote } from './StaleNote';
import type { EntityForm } from './use-entity-form';

type Props<Values extends FieldValues> = {
  title: string;
  entity: EntityForm<Values>;
  /** The label of the save button. */
  action: string;
  close: () => void;
  children: ReactNode;
};

/** A form beside its table. Leaving it with unsaved input asks first. */
export function FormDrawer<Values extends FieldValues>({ title, entity, action, close, children }: Props<Values>) {
  const { t } = useTranslation('settings');
  const { form, submit, refusal, stale } = entity;
  const { isDirty, isSubmitting, isSubmitSuccessful } = form.formState;
  const [asking, setAsking] = useState(false);
  const unsaved = isDirty && !isSubmitting;
  useFocusBack();
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved && !isSubmitSuccessful && sessionStore.get() !== null,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  const leave = () => (unsaved ? setAsking(true) : close());
  const answer = (discard: boolean) => {
    setAsking(false);
    if (blocker.status === 'blocked') return discard ? blocker.proceed() : blocker.reset();
    if (discard) close();
  };
  return (
    <SideDrawer title={title} close={leave}>
      <FormProvider {...form}>
        <form onSubmit={submit} noValidate className={classes['form']}>
          <div className={classes['fields']}>
            {stale !== null && <StaleNote {...stale} />}
            <FormRefusal message={refusal} />
            {children}
          </div>
          <footer className={classes['footer']}>
            <Button variant="default" onClick={leave}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {action}
            </Button>
          </footer>
        </form>
      </FormProvider>
      {(asking || blocker.status === 'blocked') && <DiscardDialog answer={answer} />}
    </SideDrawer>
  );
}
