/** The rules of axe-core in every state of the page, light and dark, wide and narrow. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXAMPLES, example, openView } from './browser.js';
import { opened } from './pages.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const STATES = {
  empty: async () => {},
  ...Object.fromEntries(EXAMPLES.map((name) => [name, (page) => example(page, name)])),
  'a difference': (page) => page.getByLabel('One identifier, or a list').fill('http://h/a\nhttp://h/b').then(() => page.waitForTimeout(300)),
  'a reason': async (page) => {
    await example(page, 'a list');
    await page.getByRole('button', { name: /^Why is line 2/ }).click();
  },
  'a fix, which can be undone': async (page) => {
    await example(page, 'an untidy link');
    await page.getByRole('button', { name: 'Apply all fixes' }).click();
  },
  ...Object.fromEntries(['browser', 'guard', 'template'].map((name) => [name, (page) => openView(page, name)])),
  'a file in work': async (page) => {
    const buffer = Buffer.from('http://h/a b\n'.repeat(600_000));
    await page.getByLabel('What to do').selectOption({ label: 'List the invalid lines' });
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer });
    await page.waitForSelector('#work:not([hidden])');
    assert.ok(await page.getByRole('button', { name: 'Cancel' }).isVisible());
  },
  'a file that is done': async (page) => {
    // It takes the place of the file in work.
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('a:b\n') });
    await page.waitForSelector('#done a');
  },
};

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1100, 320]) {
    test(`no violation: ${colorScheme}, ${width} px`, async () => {
      const { context, page } = await opened({ colorScheme, viewport: { width, height: 800 } });
      // Given by the debugger, whom the policy of the page does not bind.
      await page.evaluate(AXE);
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
        assert.ok(passes.length > 15);
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`);
        assert.deepEqual(found, [], state);
      }
      await context.close();
    });
  }
}
