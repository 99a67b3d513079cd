import type { Page } from '@playwright/test';
import { expectAccessible } from '../stage/axe.ts';
import { pdf, png } from '../stage/files.ts';
import { type Desk, expect, test } from '../stage/test.ts';
import { uploadTo } from '../stage/upload.ts';

type Screen = {
  name: string;
  open: (page: Page, desk: Desk) => Promise<void>;
  /** Takes back what would be seen on the screens after it. */
  close?: (page: Page) => Promise<void>;
};

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

async function onDesk(page: Page, desk: Desk): Promise<void> {
  await uploadTo(page, desk, [png('one.png'), png('two.png')]);
  await expect(page.getByRole('gridcell', { name: /^one\.png/ })).toBeVisible();
}

const screens: Screen[] = [
  {
    name: 'home',
    open: async (page) => {
      await page.goto('/');
      await heading(page);
    },
  },
  {
    name: 'profile',
    open: async (page) => {
      await page.goto('/user/profile');
      await heading(page);
    },
  },
  {
    name: 'not found',
    open: async (page) => {
      await page.goto('/nowhere/at/all');
      await heading(page);
    },
  },
  {
    name: 'library',
    open: async (page, desk) => {
      await page.goto(`/content/${desk.appId}/navigation/home`);
      await heading(page);
    },
  },
  {
    name: 'empty folder',
    open: async (page) => {
      await expect(page.getByText('Nothing here yet')).toBeVisible();
    },
  },
  {
    name: 'grid with details',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('gridcell', { name: /^one\.png/ }).click();
      await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
    },
  },
  {
    name: 'list',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await expect(page.getByRole('row', { name: /one\.png/ })).toBeVisible();
    },
  },
  {
    name: 'entry menu',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('gridcell', { name: /^one\.png/ }).click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible();
    },
  },
  {
    name: 'new folder dialog',
    open: async (page) => {
      await page.getByRole('button', { name: 'New folder' }).click();
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
    },
  },
  {
    name: 'viewer',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('gridcell', { name: /^one\.png/ }).click();
      await page.keyboard.press('Space');
      await expect(page.getByRole('dialog', { name: 'Preview of one.png' })).toBeVisible();
    },
  },
  {
    name: 'viewer with details',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('gridcell', { name: /^one\.png/ }).click();
      await page.keyboard.press('Space');
      const viewer = page.getByRole('dialog', { name: 'Preview of one.png' });
      await expect(viewer).toBeVisible();
      await page.keyboard.press('i');
      await expect(viewer.getByRole('complementary', { name: 'Details' })).toContainText('320 × 240 px');
    },
  },
  {
    name: 'PDF in the viewer',
    open: async (page, desk) => {
      await uploadTo(page, desk, [pdf('two pages.pdf', ['First', 'Second'])]);
      await page.getByRole('gridcell', { name: /^two pages/ }).click();
      await page.keyboard.press('Space');
      await expect(page.getByRole('region', { name: 'Page 1' })).toContainText('First');
    },
  },
  {
    name: 'bell',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.getByRole('button', { name: /^Notices/ }).click();
      await page.getByRole('tab', { name: /^In progress/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notices' })).toContainText(` to ${desk.name}`);
    },
  },
  {
    name: 'uploads with open questions',
    open: async (page) => {
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Upload files' }).click();
      await (await chooser).setFiles([png('one.png'), png('two?.png'), png('a<b>.png')]);
      const tray = page.getByRole('region', { name: 'Uploads' });
      await expect(tray.getByText('1 of 3, 2 need a new name')).toBeVisible();
      await expect(page.getByRole('gridcell', { name: /^one\.png/ })).toBeVisible();
    },
    close: async (page) => {
      await page.getByRole('button', { name: 'Leave all out' }).click();
      await expect(page.getByRole('button', { name: 'Leave all out' })).toHaveCount(0);
    },
  },
  {
    name: 'the places to add to',
    open: async (page) => {
      await page.goto('/');
      // On a phone the tab at its foot adds.
      const [button, tab] = ['Upload', 'Add'].map((name) => page.getByRole('button', { name, exact: true }));
      await (page.viewportSize()?.width === 390 ? tab : button)?.click();
      await expect(page.getByRole('dialog', { name: 'Where to?' })).toBeVisible();
    },
  },
  {
    name: 'user menu',
    open: async (page) => {
      await heading(page);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    },
  },
  {
    name: 'bin',
    open: async (page, desk) => {
      await page.goto(`/content/${desk.appId}/bin`);
      await heading(page);
    },
  },
  {
    name: 'palette',
    open: async (page, desk) => {
      await onDesk(page, desk);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('one');
      await expect(page.getByRole('button', { name: /one\.png/ }).last()).toBeVisible();
    },
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'search',
    open: async (page, desk) => {
      await page.goto(`/content/${desk.appId}/search?term=Journey`);
      await expect(page.getByText(/result/)).toBeVisible();
    },
  },
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('sign in is accessible, also when refusing', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('This field is required').first()).toBeVisible();
      await expectAccessible(page);
    });

    for (const screen of screens) {
      test(`${screen.name} is accessible`, async ({ page, desk }) => {
        await screen.open(page, desk);
        try {
          await expectAccessible(page);
        } finally {
          await screen.close?.(page);
        }
      });
    }

    test('every screen of the settings that an admin has is accessible', async ({ page, enterAs }) => {
      test.setTimeout(240_000);
      const api = await enterAs('admin');
      await page.goto('/settings');
      await heading(page);
      const links = page.getByRole('main').getByRole('link');
      const listed = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const appId = await api.contentApp();
      const others = ['file_server', 'repository'].map((screen) => `/content/${appId}/settings/${screen}`);
      const paths = new Set(['/settings', ...listed.filter((href) => href.startsWith('/settings/')), ...others]);
      expect(paths.size).toBeGreaterThan(8);
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(path);
          await heading(page);
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await expectAccessible(page);
        });
      }
    });

    test('a calendar is accessible', async ({ page, enterAs }) => {
      await enterAs('admin');
      await page.goto('/settings/core/system_log');
      await page.getByRole('button', { name: 'From: choose a day' }).click();
      await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
