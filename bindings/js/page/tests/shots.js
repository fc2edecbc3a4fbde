/** Pictures of the page, to look at: `node page/tests/shots.js FOLDER`. */
import { mkdirSync } from 'node:fs';
import { EXAMPLES, example, launch, open, serve } from './browser.js';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [kind, options] of Object.entries({
  wide: {}, phone: { viewport: { width: 320, height: 640 }, isMobile: true, deviceScaleFactor: 2 }, dark: { colorScheme: 'dark' },
})) {
  for (const name of [null, ...EXAMPLES]) {
    const { context, page } = await open(browser, server.origin, options);
    if (name) await example(page, name);
    if (name === 'a list') await page.getByRole('button', { name: /^Why is line 6/ }).click();
    await page.screenshot({ path: `${folder}/${kind}-${(name ?? 'empty').replaceAll(' ', '-')}.png`, fullPage: true });
    await context.close();
  }
}
await browser.close();
await server.close();
