import { text } from '../stage/files.ts';
import { expect, test } from '../stage/test.ts';
import { cell } from '../stage/tree.ts';

test('in Portuguese a library counts and dates as one does there, and settings speak of organisations', async ({
  page,
  enterAs,
}) => {
  const api = await enterAs('stranger');
  const { sub } = JSON.parse(Buffer.from(api.token.split('.')[1] ?? '', 'base64url').toString());
  const speak = (language: 'en' | 'pt') => api.ask('PUT', `/api/core/users/${sub}`, { name: 'Nora Berg', language });
  await speak('pt');
  // Other journeys meet her in English.
  try {
    const appId = await api.contentApp();
    const folder = await api.freshFolder(appId);
    for (const [name, files] of [
      ['Nenhum', 0],
      ['Um', 1],
      ['Dois', 2],
    ] as const) {
      const id = await api.makeFolder(appId, folder.id, name);
      for (let file = 0; file < files; file += 1) await api.store(appId, id, text(`${name} ${file}.txt`));
    }
    await page.goto(`/content/${appId}/navigation/${folder.id}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
    await expect(cell(page, 'Nenhum')).toContainText('Vazia');
    await expect(cell(page, 'Um')).toContainText('1 item');
    await expect(cell(page, 'Dois')).toContainText('2 itens');

    const bar = page.getByRole('region', { name: 'Seleção' });
    await cell(page, 'Um').click();
    await expect(bar).toContainText('1 selecionado');
    await expect(bar).not.toContainText('selecionados');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(bar).toContainText('3 selecionados');
    await cell(page, 'Um').click();
    await cell(page, 'Um').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Informações' }).click();
    const month = '(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\\.?';
    await expect(page.getByRole('complementary', { name: 'Detalhes' })).toContainText(
      new RegExp(`\\d{1,2} ${month} \\d{4}, \\d{2}:\\d{2}`),
    );

    await page.goto('/settings/core/tenant');
    await expect(page.getByRole('heading', { level: 1, name: 'Organizações' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Northwind Atelier');
    await expect(page.getByRole('main')).not.toContainText(/tenant/i);
  } finally {
    await speak('en');
  }
});
