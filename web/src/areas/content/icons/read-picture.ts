/** A larger file is no picture for an icon. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The picture in a file, upright; null if this browser draws none of it. */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  if (file.size > MOST_BYTES) return null;
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}
