import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedInAs } from '../testing/account';
import { application } from '../testing/answers';
import { openPage } from '../testing/open-page';
import { startServer } from '../testing/server';

const server = startServer();
const browser = Reflect.get(window, 'happyDOM');

beforeEach(() => browser.setViewport({ width: 390, height: 844 }));
afterEach(() => browser.setViewport({ width: 1024, height: 768 }));

it('the drawer of a phone opens at its beginning', async () => {
  signedInAs(server, ['USER_REGULAR'], [application(4, 'content')]);
  const { person } = await openPage('/user/profile');
  const button = await screen.findByRole('button', { name: 'Library', expanded: false });
  const drawer = screen.getByRole('navigation', { name: 'Main menu', hidden: true });
  drawer.scrollTop = 240;
  await person.click(button);
  expect(drawer.scrollTop).toBe(0);
});
