import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Order } from '../orders';
import { keepOrder, keptOrder } from './kept-orders';

const route = getRouteApi('/shell/content/$appId/navigation/$parentId');

/** The order of a folder: that of the address, or else the one that was last chosen for this folder. */
export function useOrder(folderId: number): [Order, (order: Order) => void] {
  const { order: asked } = route.useSearch();
  const [kept, setKept] = useState(() => keptOrder(folderId));
  const navigate = useNavigate();
  const reorder = (next: Order) => {
    keepOrder(folderId, next);
    setKept(next);
    void navigate({ to: '.', search: (now) => ({ ...now, order: next === 'name' ? undefined : next }), replace: true });
  };
  return [asked ?? kept ?? 'name', reorder];
}
