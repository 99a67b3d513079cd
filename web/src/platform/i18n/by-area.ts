/** Texts that `import.meta.glob` found in the folders of areas, by namespace: the area's name and the suffix. */
export function byArea(found: Readonly<Record<string, object>>, suffix = ''): object {
  return Object.fromEntries(Object.entries(found).map(([path, texts]) => [path.split('/')[1] + suffix, texts]));
}
