// Callers from many addresses, so that the limits on sign-ins are not reached.

/** One of 16 million addresses. */
export function address() {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}
