/** Whether a part of an address is an id; a route that expects one is not found otherwise. */
export const isId = (part: string): boolean => /^[1-9]\d{0,14}$/.test(part);
