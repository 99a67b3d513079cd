import type { BannerKind } from './banners';

/** The component of banners is loaded after the first page; a banner waits for it. */
export const loadBanners = () => import('./banners');

async function show(kind: BannerKind, message: string): Promise<void> {
  const { showBanner } = await loadBanners();
  showBanner(kind, message);
}

/** The banners of the page: one sentence, already in the person's language. Errors are announced at once. */
export const notify = {
  error: (message: string) => void show('error', message),
  success: (message: string) => void show('success', message),
  info: (message: string) => void show('info', message),
};
