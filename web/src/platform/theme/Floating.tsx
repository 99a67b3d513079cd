import { useTranslation } from 'react-i18next';

/**
 * The portal of menus, tooltips and dialogs: Mantine uses an element with this mark. It is a landmark of its own, so
 * that nothing of the page is outside one.
 */
export function Floating() {
  const { t } = useTranslation();
  return <section data-portal="true" data-mantine-shared-portal-node="true" aria-label={t('floating')} />;
}
