/** The version of the icon that somebody gave an entry; null if it has none. */
export const iconOf = ({ icon = null }: { icon?: string | null }): string | null => icon;
