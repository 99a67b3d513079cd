import { Menu } from '@mantine/core';
import { IconAlbum, IconLink, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApplications } from '../../../platform/session/use-session';
import { useOpenLibrary } from '../drawer/use-open-library';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The places that have no tab of their own, in the menu of the person on a phone. */
export function PhonePlaces() {
  const { t } = useTranslation('content');
  const home = useApplications().find(({ application_key: key }) => key === 'content')?.application_instance_id;
  const open = useOpenLibrary();
  if (home === undefined || open === undefined) return null;
  const places = [
    { to: `/content/${home}/shared`, Icon: IconUsers, label: t('home.shared') },
    { to: `/content/${home}/collections`, Icon: IconAlbum, label: t('collections.title') },
    { to: `/content/${home}/links`, Icon: IconLink, label: t('links.title') },
    { to: `/content/${open}/bin`, Icon: IconTrash, label: t('bin.title') },
  ];
  return places.map(({ to, Icon, label }) => (
    <Menu.Item key={to} component={Link} to={to} leftSection={<Icon {...icon} />}>
      {label}
    </Menu.Item>
  ));
}
