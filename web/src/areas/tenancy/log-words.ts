import i18next from 'i18next';
import type { LogWords } from '../../platform/registry/log-words';

/** How the log words what is done here. */
export const logWords: LogWords = {
  acts: [
    {
      subject: 'organisation',
      title: () => i18next.t('groups.organisation', { ns: 'tenancy_log' }),
      order: 30,
      acts: {
        tenant_create_with_company: () => i18next.t('what.tenant_create_with_company', { ns: 'tenancy_log' }),
        tenant_update: () => i18next.t('what.tenant_update', { ns: 'tenancy_log' }),
        tenant_delete: () => i18next.t('what.tenant_delete', { ns: 'tenancy_log' }),
      },
    },
    {
      subject: 'organisation',
      order: 32,
      acts: {
        company_create: () => i18next.t('what.company_create', { ns: 'tenancy_log' }),
        company_update: () => i18next.t('what.company_update', { ns: 'tenancy_log' }),
        company_delete: () => i18next.t('what.company_delete', { ns: 'tenancy_log' }),
        group_create: () => i18next.t('what.group_create', { ns: 'tenancy_log' }),
        group_update: () => i18next.t('what.group_update', { ns: 'tenancy_log' }),
      },
    },
    {
      subject: 'organisation',
      order: 34,
      acts: {
        application_instance_create: () => i18next.t('what.application_instance_create', { ns: 'tenancy_log' }),
        application_instance_update: () => i18next.t('what.application_instance_update', { ns: 'tenancy_log' }),
      },
    },
    {
      subject: 'themes',
      title: () => i18next.t('groups.themes', { ns: 'tenancy_log' }),
      order: 50,
      acts: {
        theme_create: () => i18next.t('what.theme_create', { ns: 'tenancy_log' }),
        theme_update: () => i18next.t('what.theme_update', { ns: 'tenancy_log' }),
        theme_logo_set: () => i18next.t('what.theme_logo_set', { ns: 'tenancy_log' }),
        theme_delete: () => i18next.t('what.theme_delete', { ns: 'tenancy_log' }),
        theme_assign_tenant: () => i18next.t('what.theme_assign_tenant', { ns: 'tenancy_log' }),
        theme_unassign_tenant: () => i18next.t('what.theme_unassign_tenant', { ns: 'tenancy_log' }),
        theme_assign_group: () => i18next.t('what.theme_assign_group', { ns: 'tenancy_log' }),
        theme_unassign_group: () => i18next.t('what.theme_unassign_group', { ns: 'tenancy_log' }),
      },
    },
  ],
  kinds: [
    { kind: 'usergroup', order: 30, label: () => i18next.t('kinds.usergroup', { ns: 'tenancy_log' }) },
    { kind: 'company', order: 40, label: () => i18next.t('kinds.company', { ns: 'tenancy_log' }) },
    { kind: 'tenant', order: 50, label: () => i18next.t('kinds.tenant', { ns: 'tenancy_log' }) },
    { kind: 'theme', order: 60, label: () => i18next.t('kinds.theme', { ns: 'tenancy_log' }) },
    {
      kind: 'application_instance',
      order: 90,
      label: () => i18next.t('kinds.application_instance', { ns: 'tenancy_log' }),
    },
  ],
  fields: {
    access_url: () => i18next.t('fields.access_url', { ns: 'tenancy_log' }),
    app_instance_ids: () => i18next.t('fields.app_instance_ids', { ns: 'tenancy_log' }),
    application_instance_ids: () => i18next.t('fields.application_instance_ids', { ns: 'tenancy_log' }),
    application_instance_title: () => i18next.t('fields.application_instance_title', { ns: 'tenancy_log' }),
    application_key: () => i18next.t('fields.application_key', { ns: 'tenancy_log' }),
    cnpj: () => i18next.t('fields.cnpj', { ns: 'tenancy_log' }),
    company_id: () => i18next.t('fields.company_id', { ns: 'tenancy_log' }),
    font: () => i18next.t('fields.font', { ns: 'tenancy_log' }),
    group_title: () => i18next.t('fields.group_title', { ns: 'tenancy_log' }),
    logo: () => i18next.t('fields.logo', { ns: 'tenancy_log' }),
    theme: () => i18next.t('fields.theme', { ns: 'tenancy_log' }),
    theme_title: () => i18next.t('fields.theme_title', { ns: 'tenancy_log' }),
    user_group_id: () => i18next.t('fields.user_group_id', { ns: 'tenancy_log' }),
    user_group_ids: () => i18next.t('fields.user_group_ids', { ns: 'tenancy_log' }),
  },
};
