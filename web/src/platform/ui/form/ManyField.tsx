import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, type Option, useField } from './fields';

/** Several of a list, by their ids. */
export function ManyField({
  options,
  disabled = false,
  placeholder,
  ...props
}: FieldProps & { options: readonly Option[]; disabled?: boolean; placeholder?: string }) {
  const { field, common } = useField(props);
  // An open list covers the next field; a click opens it again.
  const [open, setOpen] = useState(false);
  const ids: readonly number[] = Array.isArray(field.value) ? field.value : [];
  return (
    <MultiSelect
      {...common}
      {...field}
      value={ids.map(String)}
      onChange={(values) => field.onChange(values.map(Number))}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      dropdownOpened={open}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
      searchable
      hidePickedOptions
      // The frame around it shows the focus.
      styles={{ inputField: { outline: 'none' } }}
      disabled={disabled}
      {...(ids.length === 0 && placeholder !== undefined && { placeholder })}
    />
  );
}
