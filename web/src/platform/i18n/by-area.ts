type Found = Readonly<Record<string, object>>;

/** Texts that `import.meta.glob` found in the folders of areas, by namespace: the area's name and the suffix. */
export function byArea(found: Found, suffix = ''): Found {
  return Object.fromEntries(Object.entries(found).map(([path, texts]) => [`${path.split('/')[3]}${suffix}`, texts]));
}
