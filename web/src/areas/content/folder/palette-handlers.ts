import { createElement, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Handlers, PLACE_ACTIONS } from '../entry/node-actions';
import { offer, type PaletteOffer } from '../search/palette-offers';

/** While a list is open, the palette offers the actions of its folder. */
export function usePaletteHandlers(handlers: Omit<Handlers, 'selectAll'>, writable: boolean): void {
  const { t } = useTranslation('content');
  const run = useEffectEvent((key: string) => {
    PLACE_ACTIONS.find((action) => action.key === key)?.run({ ...handlers, selectAll: () => undefined });
  });
  useEffect(() => {
    const offers: PaletteOffer[] = PLACE_ACTIONS.filter(
      (action) => action.key !== 'select_all' && action.visible(writable),
    ).map((action) => ({
      id: action.key,
      label: action.label(t),
      icon: createElement(action.icon, { size: 20, stroke: 1.7 }),
      run: () => run(action.key),
    }));
    return offer(offers);
  }, [t, writable]);
}
