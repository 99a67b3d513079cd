import { PasswordInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { DateField } from '../platform/ui/date/DateField';
import { FormRefusal } from '../platform/ui/form/FormRefusal';
import {
  ChoiceField,
  CnpjField,
  JsonField,
  LinesField,
  NumberField,
  SwitchField,
  TextField,
} from '../platform/ui/form/fields';
import { KeyField } from '../platform/ui/form/KeyField';
import { ManyField } from '../platform/ui/form/ManyField';
import { StaleNote } from '../platform/ui/form/StaleNote';
import classes from './DesignPage.module.css';
import { Section } from './Section';

const values = {
  title: 'Brand portal',
  key: '',
  wrong: 'no address',
  closed: 'brand-portal',
  cnpj: '11.222.333/0001-81',
  number: 12,
  one: 2,
  locked: 1,
  none: null,
  many: [1, 3],
  on: true,
  off: false,
  json: '{ "colour": "#1b7f4b" }',
  lines: 'portal.example\nbrand.example',
};

const options = ['Reader', 'Writer', 'Manager'].map((label, at) => ({ value: at + 1, label }));

/** The fields of forms in every state. */
export function Fields() {
  const form = useForm({ defaultValues: values });
  const { setError } = form;
  const [day, setDay] = useState<string | null>('2026-11-22');
  useEffect(() => setError('wrong', { message: 'This is not an e-mail address' }), [setError]);
  const nothing = () => Promise.resolve();
  return (
    <Section title="Fields">
      <FormProvider {...form}>
        <div className={classes['fields']}>
          <TextField name="title" label="Title" required description="Shown to everybody" />
          <KeyField name="key" label="Key" from="title" locked={false} />
          <TextField name="wrong" label="E-mail" type="email" required />
          <TextField name="closed" label="Read only" readOnly />
          <PasswordInput label="Password" defaultValue="secret" />
          <CnpjField name="cnpj" label="CNPJ" />
          <NumberField name="number" label="Number" prefix="R$ " />
          <ChoiceField name="one" label="Role" options={options} />
          <ChoiceField name="locked" label="Role, locked" options={options} locked />
          <ChoiceField name="none" label="Role, closed" options={options} disabled placeholder="Choose a group first" />
          <ManyField name="many" label="Roles" options={options} />
          <SwitchField name="on" label="May sign in" description="With a password of their own" />
          <SwitchField name="off" label="Second factor" danger="Accounts are open to guessed passwords" />
          <JsonField name="json" label="JSON" />
          <DateField label="Day" value={day} max="2027-12-31" change={setDay} />
          <LinesField name="lines" label="Hosts, one a line" />
          <div>
            <FormRefusal message="Another group has this key." />
            <StaleNote showTheirs={nothing} saveAnyway={nothing} />
          </div>
        </div>
      </FormProvider>
    </Section>
  );
}
