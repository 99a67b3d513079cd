import { useTranslation } from 'react-i18next';

/**
 * Where menus, tooltips and dialogs are drawn: Mantine takes an element so marked for its shared portal. A landmark of
 * its own, so that nothing of the page stands outside one.
 */
export function Floating() {
  const { t } = useTranslation();
  return <section data-portal="true" data-mantine-shared-portal-node="true" aria-label={t('floating')} />;
}
