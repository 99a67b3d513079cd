// Callers from everywhere, so that the limits on sign-ins find nobody who tries too often.

/** One of 16 million addresses. */
export function address() {
  const part = () => Math.floor(Math.random() * 256)
  return `10.${part()}.${part()}.${part()}`
}
