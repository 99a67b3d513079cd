import { createElement, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { offer, type PaletteOffer } from '../search/palette-offers';

/** While a list is open, the palette offers the actions of its folder. */
export function usePaletteHandlers(context: ActionContext, writable: boolean): void {
  const { i18n } = useTranslation();
  const { placeActions } = useRegistry();
  const run = useEffectEvent((key: string) => placeActions.find((action) => action.key === key)?.run(context));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels follow the language
  useEffect(() => {
    const offers: PaletteOffer[] = placeActions
      .filter((action) => action.key !== 'select_all' && action.fits(writable))
      .map((action) => ({
        id: action.key,
        label: action.label(),
        icon: createElement(action.icon, { size: 20, stroke: 1.7 }),
        ...(action.shortcut !== null && { keys: action.shortcut }),
        run: () => run(action.key),
      }));
    return offer(offers);
  }, [i18n.language, placeActions, writable]);
}
