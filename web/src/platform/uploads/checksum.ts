/** `sha256 <base64>` of a chunk for tus's Upload-Checksum, or null where the page has no crypto (plain http). */
export async function checksumOf(chunk: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await chunk.arrayBuffer());
  return `sha256 ${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
