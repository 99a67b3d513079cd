import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../../platform/api/client';
import { useErrorText } from '../../../platform/ui/form/use-error-text';
import { path } from './invitation';

type Place = Schema<'InvitationPlace'>;
type Props = { label: string; description: string; placed: () => void };

const keyOf = (place: Place) =>
  place.user_group_id === null ? `company ${place.company_id}` : `group ${place.user_group_id}`;

/** A company or a group, found by its name, among those that the user may invite to. */
export function PlaceField({ label, description, placed }: Props) {
  const { t } = useTranslation('identity_settings');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Place | null>(null);
  const [q] = useDebouncedValue(typed, 200);
  const asked = chosen !== null && q === nameOf(chosen) ? '' : q;
  const { data } = query.useQuery(
    'get',
    `${path}/place`,
    { params: { query: { q: asked } } },
    { placeholderData: keepPreviousData },
  );
  const { setValue } = useFormContext();
  const { field, fieldState } = useController({ name: 'company_id' });
  const places = data?.items ?? [];
  function nameOf(place: Place): string {
    if (place.group_title === null) return t('invitations.place_company', { name: place.company_name });
    return t('invitations.place_group', { name: place.group_title });
  }
  const offered =
    chosen !== null && !places.some((place) => keyOf(place) === keyOf(chosen)) ? [chosen, ...places] : places;
  const choose = (key: string | null) => {
    const place = offered.find((one) => keyOf(one) === key) ?? null;
    setChosen(place);
    field.onChange(place?.company_id ?? null);
    setValue('user_group_id', place?.user_group_id ?? null);
    setValue('may_make_admin', place?.may_make_admin ?? false);
    placed();
  };
  const tenants = [...new Set(offered.map((place) => place.tenant_title))];
  return (
    <Select
      ref={field.ref}
      label={label}
      description={description}
      withAsterisk
      aria-required
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('invitations.place_none')}
      value={chosen === null ? null : keyOf(chosen)}
      onChange={choose}
      onBlur={field.onBlur}
      data={tenants.map((tenant) => ({
        group: tenant,
        items: offered
          .filter((place) => place.tenant_title === tenant)
          .map((place) => ({ value: keyOf(place), label: nameOf(place) })),
      }))}
      error={errorText(fieldState.error?.message)}
    />
  );
}
