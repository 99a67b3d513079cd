import { NumberInput, Select, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { maskCnpj } from './cnpj';
import { LockSign } from './LockSign';
import { useErrorText } from './use-error-text';

/** Controls of a form drawer, each bound to a field by its name; errors come from the page's rules or the server's. */

export type FieldProps = {
  name: string;
  label: string;
  required?: boolean;
  description?: string;
  /** Gets the focus at first. */
  first?: boolean;
};

export function useField({ name, label, required = false, description, first = false }: FieldProps) {
  const errorText = useErrorText();
  const { field, fieldState } = useController({ name });
  const common = {
    label,
    withAsterisk: required,
    'aria-required': required,
    ...(description !== undefined && { description }),
    ...(first && { 'data-autofocus': true }),
    error: errorText(fieldState.error?.message),
  };
  return { field, common };
}

export function TextField({
  type,
  readOnly = false,
  ...props
}: FieldProps & Pick<TextInputProps, 'type' | 'readOnly'>) {
  const { field, common } = useField(props);
  return (
    <TextInput
      {...common}
      {...field}
      {...(type !== undefined && { type })}
      {...(readOnly && { readOnly, variant: 'filled' })}
      autoComplete="off"
    />
  );
}

export function CnpjField(props: FieldProps) {
  const { field, common } = useField(props);
  return (
    <TextInput
      {...common}
      {...field}
      onChange={(event) => field.onChange(maskCnpj(event.currentTarget.value))}
      placeholder="00.000.000/0000-00"
      autoComplete="off"
    />
  );
}

/** JSON, in a monospaced font; the field grows with its content. */
export function JsonField(props: FieldProps) {
  const { field, common } = useField(props);
  return (
    <Textarea
      {...common}
      {...field}
      autosize
      minRows={4}
      maxRows={16}
      spellCheck={false}
      placeholder="{}"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
    />
  );
}

export function LinesField({ placeholder, ...props }: FieldProps & { placeholder?: string }) {
  const { field, common } = useField(props);
  return (
    <Textarea
      {...common}
      {...field}
      autosize
      minRows={6}
      maxRows={16}
      spellCheck={false}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

export function NumberField(props: FieldProps & { prefix?: string }) {
  const { field, common } = useField(props);
  return (
    <NumberInput {...common} {...field} hideControls {...(props.prefix !== undefined && { prefix: props.prefix })} />
  );
}

export type Option = { value: number; label: string };

type ChoiceProps = FieldProps & {
  options: readonly Option[];
  disabled?: boolean;
  clearable?: boolean;
  placeholder?: string;
  /** An existing object keeps its value. */
  locked?: boolean;
};

/** One of a short list, by its id; if one is required and there is only one, it is chosen. */
export function ChoiceField({
  options,
  disabled = false,
  clearable = false,
  placeholder,
  locked = false,
  ...props
}: ChoiceProps) {
  const { field, common } = useField({ ...props, required: props.required === true && !locked });
  const { setValue } = useFormContext();
  const only = props.required === true && options.length === 1 ? options[0]?.value : undefined;
  const isOpen = field.value === null;
  useEffect(() => {
    if (isOpen && only !== undefined) setValue(props.name, only);
  }, [isOpen, only, props.name, setValue]);
  if (locked) {
    const chosen = options.find((option) => option.value === field.value);
    return <TextInput {...common} value={chosen?.label ?? ''} readOnly rightSection={<LockSign />} />;
  }
  return (
    <Select
      {...common}
      {...field}
      value={field.value === null || field.value === undefined ? null : String(field.value)}
      onChange={(value) => field.onChange(value === null ? null : Number(value))}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      searchable={options.length > 8}
      // A form that focuses a missing field must not cover it with the choices.
      openOnFocus={false}
      disabled={disabled}
      // Nobody can mend what is closed to them.
      {...(disabled && { error: null })}
      clearable={clearable}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

export function SwitchField({ name, label, description, danger }: FieldProps & { danger?: string }) {
  const { field } = useController({ name });
  const on = field.value === true;
  const said = !on && danger !== undefined ? danger : description;
  return (
    <Switch
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      checked={on}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      label={label}
      {...(said !== undefined && { description: said })}
    />
  );
}
