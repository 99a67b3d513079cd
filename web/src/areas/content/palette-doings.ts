import { createElement, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Doings, PLACE_ACTIONS } from './node-actions';
import { offer, type PaletteOffer } from './palette-offers';

/** While a list is open, the palette offers what its place allows. */
export function usePaletteDoings(doings: Omit<Doings, 'selectAll'>, writable: boolean): void {
  const { t } = useTranslation('content');
  const perform = useEffectEvent((key: string) => {
    PLACE_ACTIONS.find((action) => action.key === key)?.perform({ ...doings, selectAll: () => undefined });
  });
  useEffect(() => {
    const offers: PaletteOffer[] = PLACE_ACTIONS.filter(
      (action) => action.key !== 'select_all' && action.visible(writable),
    ).map((action) => ({
      id: action.key,
      label: action.label(t),
      icon: createElement(action.icon, { size: 20, stroke: 1.7 }),
      perform: () => perform(action.key),
    }));
    return offer(offers);
  }, [t, writable]);
}
