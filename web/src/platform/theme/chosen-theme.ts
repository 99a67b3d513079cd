import { useState } from 'react';

const storageKey = (usersId: number) => `theme_id_for_user_id_${usersId}`;

function stored(usersId: number): number | null {
  const id = Number(localStorage.getItem(storageKey(usersId)));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The theme that the user chose on this device, or null; without a session it is null. */
export function useChosenTheme(usersId: number | null) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const themeId = usersId === null ? null : (chosen[usersId] ?? stored(usersId));
  const choose = (id: number): void => {
    if (usersId === null) return;
    localStorage.setItem(storageKey(usersId), String(id));
    setChosen((before) => ({ ...before, [usersId]: id }));
  };
  return { themeId, choose };
}
