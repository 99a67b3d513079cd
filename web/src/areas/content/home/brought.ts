import type { TFunction } from 'i18next';
import type { NewFile } from './home-queries';

/** "Nora Berg in Summer": who brought a file and into which folder, as far as that is known. */
export function brought({ made_by: maker, folder_name: folder }: NewFile, t: TFunction<'content_home'>): string {
  if (maker && folder !== null) return t('by', { name: maker.name, folder });
  return maker?.name ?? folder ?? '';
}
