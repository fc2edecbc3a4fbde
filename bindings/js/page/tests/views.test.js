/** The three views that load a module of their own when they are opened. */
import assert from 'node:assert/strict';
import { enter, openView } from './browser.js';
import { onPage } from './pages.js';

const text = (page, selector) => page.locator(selector).innerText();

onPage('what a browser reads: the URL, and each validation error in the text', async (page) => {
  await enter(page, 'http://h\\a b');
  await openView(page, 'browser');
  assert.match(await text(page, '#browser'), /2 validation errors.*http:\/\/h\/a%20b.*invalid-reverse-solidus.*invalid-URL-unit/s);
  assert.deepEqual(await page.locator('#browser mark').allInnerTexts(), ['\\1', ' 2']);
  assert.match(await text(page, '#browser table'), /pathname\s+\/a%20b/);
  await page.locator('#browser').getByLabel('Text').fill('../x');
  assert.match(await text(page, '#browser'), /rejects the text.*missing-scheme-non-relative-URL/s);
  await page.locator('#browser').getByLabel('Base').fill('http://h/a/b');
  assert.match(await text(page, '#browser'), /without a validation error.*http:\/\/h\/x/s);
  await page.locator('#browser').getByLabel('Base').fill('b');
  assert.match(await text(page, '#browser'), /The base is no URL/);
});

onPage('guard: a decision for each text, with reasons', async (page) => {
  const TEXTS = ['https://www.example.com/a/../b', 'https://www.example.com\\@evil.example/', 'https://evil.example/', 'http://169.254.169.254/latest/'];
  await openView(page, 'guard');
  await enter(page, TEXTS.join('\n'));
  assert.match(await text(page, '#guard'), /1 of 4 texts is admitted.*Forward https:\/\/www\.example\.com\/b/s);
  assert.match(await text(page, '#guard'), /denied http:\/\/169\.254\.169\.254.*special-address/s);
  await page.getByLabel('Texts, one on each line').fill('https://a.example.com/\nhttps://b.example.com:444/');
  assert.match(await text(page, '#guard'), /1 of 2 texts is admitted.*denied https:\/\/b\.example\.com:444/s);
  await page.getByLabel('Policy (TOML)').fill('extends = "nothing"');
  assert.match(await text(page, '#guard'), /line 1.*nothing/);
  assert.equal(await page.locator('#guard li').count(), 0);
});

onPage('template: expanded and matched', async (page) => {
  await openView(page, 'template');
  assert.match(await text(page, '#expanded'), /\/users\/ada\?name=1&born=1815/);
  assert.match(await text(page, '#matched'), /id\s+grace\/h\s+slash/);
  await page.getByLabel('Values (JSON)').fill('{');
  assert.match(await text(page, '#expanded'), /not JSON/);
  await page.getByLabel('Values (JSON)').fill('1');
  assert.match(await text(page, '#expanded'), /not an object/);
  await page.getByLabel('Text to match').fill('/other');
  assert.match(await text(page, '#matched'), /No values expand to the text/);
  await page.locator('#template-text').fill('{a}{b}');
  assert.match(await text(page, '#matched'), /ambiguous/);
  await page.locator('#template-text').fill('/{');
  assert.equal(await text(page, '#expanded mark'), '\u2038');
  assert.equal(await text(page, '#matched'), '');
});

for (const view of ['browser', 'guard', 'template']) {
  onPage(`nothing scrolls sideways on a narrow phone: ${view}`, async (page) => {
    await openView(page, view);
    await page.locator(`#${view} :is(input, textarea)`).last().fill(`/users/${'long'.repeat(60)}`);
    assert.equal(await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), 320);
  }, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
}
