const side = 256;
const quality = 0.86;

/** The middle of a picture as a small square, so that a phone's photograph becomes some kilobytes. */
export async function cutSquare(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  context.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  picture.close();
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture came out.')) : resolve(blob)),
      'image/webp',
      quality,
    );
  });
}
