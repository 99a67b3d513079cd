import { Button, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { Menu } from '../../../platform/ui/Menu';
import { ViewSwitch } from '../browser/ViewSwitch';
import { entryQuery } from '../queries';
import { chosenChips } from './chosen-chips';
import classes from './SearchHead.module.css';
import { queryOf } from './saved-query';
import { type Asked, withoutFilters } from './search-params';
import type { Facets } from './search-queries';

const SaveSearch = later(() => import('./SaveSearch'), 'SaveSearch');

/** The server counts hits to here; one more stands for all beyond. */
const COUNTED_TO = 1_000;

/** Letters of the title of a saved search. */
const LONGEST_TITLE = 200;

/** A title as the server takes it: one line of visible letters. */
function titleOf(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '').join(' · ');
  return [...said.replaceAll(/\p{C}+/gu, ' ').trim()].slice(0, LONGEST_TITLE).join('');
}

interface Props {
  appId: number;
  asked: Asked;
  facets: Facets | null;
  change: (next: Asked) => void;
  /** How many hits are loaded, and whether there are more. */
  shown: number;
  more: boolean;
  isLoading: boolean;
  /** Nothing has the words as they are typed. */
  similar: boolean;
  /** On a phone the choices are in a sheet. */
  openSheet: (() => void) | null;
}

/** How much was found for which words, what is chosen, and in which order it stands. */
export function SearchHead({ appId, asked, facets, change, shown, more, isLoading, similar, openSheet }: Props) {
  const { t, i18n } = useTranslation('content_search');
  const { below, term = '', view = 'grid' } = asked;
  const folder = useQuery({ ...entryQuery(appId, below ?? 0), enabled: below !== undefined }).data?.name ?? null;
  const chips = chosenChips(asked, facets, folder, t, i18n.language);
  const total = more || isLoading ? (facets?.total ?? null) : shown;
  const limit = new Intl.NumberFormat(i18n.language).format(COUNTED_TO);
  const words = term.trim();
  const order = asked.order ?? 'best';
  const title = titleOf([words, ...chips.map(({ label }) => label)]);
  return (
    <header className={classes['head']}>
      <div className={classes['line']}>
        <h1 className={classes['title']} aria-live="polite" aria-atomic>
          {total !== null && (total > COUNTED_TO ? t('many', { limit }) : t('found', { count: total }))}{' '}
          <span className={classes['for']}>{t(words.includes(' ') ? 'forWords' : 'for', { term: words })}</span>
        </h1>
        <div className={classes['tools']}>
          <Suspense fallback={null}>
            <SaveSearch appId={appId} query={queryOf(asked)} title={title} />
          </Suspense>
          <ViewSwitch
            mode={view}
            setMode={(mode) => change(mode === 'list' ? { ...asked, view: 'list' } : { ...asked, view: undefined })}
          />
        </div>
      </div>
      {similar && <p className={classes['similar']}>{t('similar')}</p>}
      <div className={classes['line']}>
        <ul className={classes['chips']} aria-label={t('chips.label')}>
          {openSheet !== null && (
            <li>
              <Button
                size="xs"
                radius="xl"
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
                onClick={openSheet}
              >
                {chips.length > 0 ? t('facets.showChosen', { amount: chips.length }) : t('facets.show')}
              </Button>
            </li>
          )}
          {chips.map((chip) => (
            <li key={chip.key}>
              <button
                type="button"
                className={classes['chip']}
                aria-label={t('chips.remove', { what: chip.label })}
                onClick={() => change(chip.without)}
              >
                {chip.dot !== undefined && <span className={classes['dot']} style={{ background: chip.dot }} />}
                {chip.label}
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
          {chips.length > 0 && (
            <li>
              <UnstyledButton className={classes['clear'] ?? ''} onClick={() => change(withoutFilters(asked))}>
                {t('chips.clear')}
              </UnstyledButton>
            </li>
          )}
        </ul>
        <Menu position="bottom-end">
          <Menu.Target>
            <UnstyledButton
              className={classes['order'] ?? ''}
              aria-label={`${t('order.label')}: ${t(`order.${order}`)}`}
            >
              <IconArrowsSort size={16} stroke={1.7} aria-hidden />
              {t(`order.${order}`)}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup value={order}>
              <Menu.RadioItem value="best" closeMenuOnClick onChange={() => change({ ...asked, order: undefined })}>
                {t('order.best')}
              </Menu.RadioItem>
              <Menu.RadioItem value="newest" closeMenuOnClick onChange={() => change({ ...asked, order: 'newest' })}>
                {t('order.newest')}
              </Menu.RadioItem>
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}
