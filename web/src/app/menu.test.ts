import { IconApps } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { content } from '../areas/content/area';
import type { ApplicationKind } from '../platform/registry/area';
import { isAt, menu } from '../shell/menu';
import { application } from '../testing/answers';

/** Kinds of applications whose areas are to come. */
const coming = (key: string, order: number, home: ApplicationKind['home'], within: ApplicationKind['within']) => ({
  ...{ key, order, home, within, icon: IconApps, label: () => key, about: () => key },
});
const cdp = coming(
  'cdp',
  10,
  (id) => `/cdp/${id}/profile_view_export`,
  (id) => `/cdp/${id}/`,
);
const aiWorkforce = coming(
  'ai_workforce',
  30,
  () => '/ai_workforce',
  () => '/ai_workforce',
);
const kinds = [cdp, ...(content.applications ?? []), aiWorkforce];
const all = [
  application(3, 'home'),
  application(7, 'content', 'Library'),
  application(9, 'content', 'Archive'),
  application(5, 'cdp'),
  application(6, 'ai_workforce'),
];

function shape(groups: ReturnType<typeof menu>) {
  return groups.map((group) => [group.key, group.entries.map((entry) => entry.href)]);
}

describe('the drawer', () => {
  it('groups the instances under home, cdp, contents and ai_workforce', () => {
    expect(shape(menu(kinds, all, ['USER_REGULAR']))).toEqual([
      ['home', ['/?appId=3']],
      ['cdp', ['/cdp/5/profile_view_export']],
      ['content', ['/content/7/navigation/home', '/content/9/navigation/home']],
      ['ai_workforce', ['/ai_workforce']],
    ]);
  });

  it('leads to plain home without a home instance', () => {
    expect(shape(menu(kinds, [], ['USER_REGULAR']))).toEqual([['home', ['/']]]);
  });

  it('has no entry for what has no screen', () => {
    expect(shape(menu(content.applications ?? [], all, ['USER_REGULAR'])).map(([key]) => key)).toEqual([
      'home',
      'content',
    ]);
  });

  it.each([
    [['USER_REGULAR'], false],
    [['USER_REGULAR', 'USER_MANAGER'], true],
    [['USER_REGULAR', 'USER_ADMIN'], true],
    [['USER_MASTER'], true],
  ] as const)('shows settings to %j: %s', (roles, shown) => {
    expect(menu(kinds, [], roles).some((group) => group.key === 'settings')).toBe(shown);
  });

  it('ignores instances of other kinds', () => {
    expect(menu(kinds, [application(1, 'pipeline')], ['USER_REGULAR'])).toHaveLength(1);
  });
});

describe('the entry one is at', () => {
  const groups = menu(kinds, all, ['USER_ADMIN']);
  it.each([
    ['/', ['/?appId=3']],
    ['/content/7/navigation/12', ['/content/7/navigation/home']],
    ['/content/9/bin', ['/content/9/navigation/home']],
    ['/content/9/settings/repository', ['/settings']],
    ['/cdp/5/settings/unomi_config', ['/cdp/5/profile_view_export']],
    ['/ai_workforce/6/storyboard/7', ['/ai_workforce']],
    ['/settings/core/tenant', ['/settings']],
    ['/user/profile', []],
  ])('at %s it is %j', (pathname, expected) => {
    const at = groups.flatMap((group) => group.entries.filter((entry) => isAt(pathname, group, entry, kinds)));
    expect(at.map((entry) => entry.href)).toEqual(expected);
  });
});
