import { Select, Skeleton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { AccessAnswer } from './AccessAnswer';
import classes from './AccessEditor.module.css';
import { checkQuery } from './grants';
import { useCandidates } from './use-candidates';

type Props = {
  appId: number;
  nodeId: number;
  /** Closes the surrounding dialog before a link leads elsewhere. */
  leave?: (() => void) | undefined;
};

/** A dialog of Mantine leaves Escape to a field with this attribute. */
const ownEscape = 'data-mantine-stop-propagation';

/** Finds a group or a person and tells in place whether they may open a node, and why. */
export function CheckAccess({ appId, nodeId, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { chosen, term, setTerm, offered, choose, clear } = useCandidates(nodeId, { withGuests: true });
  const [listOpen, setListOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // While its list is open, the field sets the attribute itself.
  useEffect(() => {
    if (listOpen) return;
    if (term === '') field.current?.removeAttribute(ownEscape);
    else field.current?.setAttribute(ownEscape, 'true');
  }, [term, listOpen]);
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || listOpen || term === '') return;
    // The viewer closes by what nobody has answered.
    event.preventDefault();
    clear();
  };
  return (
    <div className={classes['check']}>
      <Select
        ref={field}
        aria-label={t('check.label')}
        placeholder={t('check.label')}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        data={offered}
        value={chosen?.value ?? null}
        onChange={choose}
        searchable
        openOnFocus={false}
        searchValue={term}
        onSearchChange={setTerm}
        onDropdownOpen={() => setListOpen(true)}
        onDropdownClose={() => setListOpen(false)}
        onKeyDown={pressed}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={t('access.none')}
        clearable
        // Like a search field: at its end nothing but the button that clears it.
        clearSectionMode="clear"
        {...(chosen === null && { rightSection: null })}
        clearButtonProps={{ 'aria-label': t('check.clear'), 'aria-hidden': false }}
      />
      <div role="status">
        {chosen !== null && <Checked appId={appId} nodeId={nodeId} value={chosen.value} leave={leave} />}
      </div>
    </div>
  );
}

function Checked({ appId, nodeId, value, leave }: Props & { value: string }) {
  const { t } = useTranslation('content');
  const { data, error } = useQuery(checkQuery(nodeId, value));
  if (error !== null) {
    return <p className={classes['refusal']}>{isProblem(error) ? error.message : t('error.failed')}</p>;
  }
  if (data === undefined) return <Skeleton height={44} radius="md" />;
  return <AccessAnswer appId={appId} check={data} ofGroup={value.startsWith('g')} leave={leave} />;
}
