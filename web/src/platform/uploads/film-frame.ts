/** The server takes no more. */
const MOST_BYTES = 512 * 1024;
const LONGEST_SIDE = 1280;
const QUALITIES = [0.86, 0.6, 0.3];
/** Parts of the film where a frame is looked for: many begin in the dark. */
const PLACES = [0.1, 0.35, 0.6];
const DARK = 24;
const LONGEST_WAIT_MS = 15_000;

/** A frame of a film as a JPEG; null if the browser does not play it. */
export async function frameOf(film: Blob): Promise<Blob | null> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(film);
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: address });
    await happens(video, 'loadeddata');
    const canvas = canvasFor(video);
    const pen = canvas?.getContext('2d', { willReadFrequently: true });
    if (!canvas || !pen) return null;
    for (const place of PLACES) {
      await seek(video, place * video.duration);
      pen.drawImage(video, 0, 0, canvas.width, canvas.height);
      if (brightness(pen.getImageData(0, 0, canvas.width, canvas.height).data) > DARK) break;
    }
    return await smallEnough(canvas);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** What the eye makes of the pixels, from 0 to 255; of some of them. */
export function brightness(pixels: ArrayLike<number>): number {
  const step = Math.max(4, Math.floor(pixels.length / 4 / 1000) * 4);
  let [sum, count] = [0, 0];
  for (let at = 0; at + 2 < pixels.length; at += step) {
    sum += 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function canvasFor({ videoWidth, videoHeight }: HTMLVideoElement): HTMLCanvasElement | null {
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  return canvas;
}

async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  // A stream without an end has its first frame.
  if (!Number.isFinite(seconds)) return;
  const there = happens(video, 'seeked');
  video.currentTime = seconds;
  await there;
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the film takes too long')), LONGEST_WAIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    video.addEventListener(event, () => resolve(), { signal });
    video.addEventListener('error', () => reject(new Error('the film is not played')), { signal });
  }).finally(() => end.abort());
}

async function smallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (picture !== null && picture.size <= MOST_BYTES) return picture;
  }
  return null;
}
