/** The hash of an address that opens the received files of a folder. */
export const receivedHash = 'received';
