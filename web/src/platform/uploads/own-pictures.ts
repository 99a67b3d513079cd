/** The types that every browser draws; of other files there is no picture before the server's. */
const DRAWN = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml', 'image/bmp'];

const addresses = new Map<File, string>();

/** The address of the browser's own picture of a file; null if it draws none. It stays until it is forgotten. */
export function pictureOf(file: File): string | null {
  if (!DRAWN.includes(file.type)) return null;
  const address = addresses.get(file) ?? URL.createObjectURL(file);
  addresses.set(file, address);
  return address;
}

export function forgetPicture(file: File): void {
  const address = addresses.get(file);
  if (address === undefined) return;
  addresses.delete(file);
  URL.revokeObjectURL(address);
}
