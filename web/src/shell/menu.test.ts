import { describe, expect, it } from 'vitest';
import { application } from '../testing/answers';
import { isAt, menu } from './menu';

const everything = () => true;
const contentOnly = (path: string) => path === '/content/$appId/navigation/home';
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
    expect(shape(menu(all, ['USER_REGULAR'], everything))).toEqual([
      ['home', ['/?appId=3']],
      ['cdp', ['/cdp/5/profile_view_export']],
      ['content', ['/content/7/navigation/home', '/content/9/navigation/home']],
      ['ai_workforce', ['/ai_workforce']],
    ]);
  });

  it('leads to plain home without a home instance', () => {
    expect(shape(menu([], ['USER_REGULAR'], everything))).toEqual([['home', ['/']]]);
  });

  it('has no entry for what has no screen', () => {
    expect(shape(menu(all, ['USER_ADMIN'], contentOnly)).map(([key]) => key)).toEqual(['home', 'content']);
  });

  it.each([
    [['USER_REGULAR'], false],
    [['USER_REGULAR', 'USER_MANAGER'], true],
    [['USER_REGULAR', 'USER_ADMIN'], true],
    [['USER_MASTER'], true],
  ] as const)('shows settings to %j: %s', (roles, shown) => {
    expect(menu([], roles, everything).some((group) => group.key === 'settings')).toBe(shown);
  });

  it('ignores instances of other kinds', () => {
    expect(menu([application(1, 'pipeline')], ['USER_REGULAR'], everything)).toHaveLength(1);
  });
});

describe('the entry one is at', () => {
  const groups = menu(all, ['USER_ADMIN'], everything);
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
    const at = groups.flatMap((group) => group.entries.filter((entry) => isAt(pathname, group, entry)));
    expect(at.map((entry) => entry.href)).toEqual(expected);
  });
});
