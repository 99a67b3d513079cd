/** Names are compared like on the server: NFC, case folded. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLocaleLowerCase('en');
}
