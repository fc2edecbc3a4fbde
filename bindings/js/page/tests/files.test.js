/** Files: some megabytes in the worker, with progress, and what comes out beside what the package says. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { normalize, valid } from '../../src/index.js';
import { launch, open, serve } from './browser.js';

let browser;
let server;
let opened;
before(async () => {
  server = await serve();
  browser = await launch();
  opened = await open(browser, server.origin);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Lines of many lengths and kinds, more than one piece of them. */
const LINES = Array.from({ length: 220_000 }, (_, index) => {
  const host = ['example.org', 'WWW.example.com', 'bücher.example'][index % 3];
  const path = [`/wiki/Page_${index % 70_000}`, `/a/./b/../%7E${index % 9000}`, `/${'x'.repeat(index % 90)}`, `/a b${index % 100}`][index % 4];
  return `${index % 5 === 0 ? 'HTTP' : 'http'}://${host}${path}`;
});
const BUFFER = Buffer.from(LINES.join('\n'));

const file = (name, buffer) => ({ name, mimeType: 'text/plain', buffer });

/** The lines of the result for a task. */
async function processed(page, task, rung, given) {
  await page.getByLabel('What to do').selectOption({ label: task });
  await page.getByLabel('Rung', { exact: true }).selectOption(rung);
  await page.getByLabel('File', { exact: true }).setInputFiles(given);
  await page.waitForSelector('#done a', { timeout: 30_000 });
  const saved = page.waitForEvent('download');
  await page.locator('#done a').click();
  const download = await saved;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('normalize, remove duplicates, and list what is invalid: as the package does line by line', async () => {
  const { page, faults } = opened;
  const forms = LINES.map((line) => (valid(line) ? normalize(line, 'scheme') : null));
  const normalized = await processed(page, 'Normalize each line', 'scheme', file('links.txt', BUFFER));
  assert.equal(normalized.name, 'links.normalized.txt');
  assert.equal(normalized.text, forms.map((form, index) => form ?? LINES[index]).join('\n'));

  const seen = new Set();
  const kept = LINES.filter((_, index) => forms[index] !== null && !seen.has(forms[index]) && seen.add(forms[index]));
  const deduped = await processed(page, 'Remove duplicates', 'scheme', file('links.txt', BUFFER));
  assert.equal(deduped.text, kept.map((line) => `${line}\n`).join(''));
  const said = await page.locator('#file-status').innerText();
  const invalid = forms.filter((form) => form === null).length;
  assert.equal(said, `220,000 lines, ${invalid.toLocaleString('en')} invalid lines, ${kept.length.toLocaleString('en')} different identifiers at the rung scheme.`);

  const faulty = await processed(page, 'List the invalid lines', 'scheme', file('links.txt', BUFFER));
  assert.equal(faulty.text.split('\n').length - 1, invalid);
  assert.match(faulty.text, /^4\tinvalid IRI reference.*index \d+.*\thttp:\/\/example\.org\/a b3\n/);
  assert.deepEqual(faults, []);
});

test('terminators, a byte order mark, bytes that are not UTF-8, an empty file, and a line longer than a piece', async () => {
  const { page } = opened;
  const odd = Buffer.concat([Buffer.from('\ufeffhttp://a/\r\nHTTP://a/\r\n'), Buffer.from([0xff, 10]), Buffer.from('http://b')]);
  assert.equal((await processed(page, 'Remove duplicates', 'case', file('odd.txt', odd))).text, 'http://a/\nhttp://b\n');
  assert.equal((await processed(page, 'List the invalid lines', 'case', file('odd.txt', odd))).text, '3\tit is not UTF-8\t\ufffd\n');
  assert.equal((await processed(page, 'Normalize each line', 'case', file('empty', Buffer.alloc(0)))).text, '');
  const long = Buffer.from(`http://a/${'y'.repeat(9 << 20)}\nhttp://b/`);
  assert.equal((await processed(page, 'Normalize each line', 'case', file('long', long))).text, long.toString());
});

test('a file is dropped; progress is shown, and the work can be cancelled', async () => {
  const { page } = opened;
  const many = Buffer.concat(Array.from({ length: 4 }, () => Buffer.concat([BUFFER, Buffer.from('\n')])));
  await page.getByLabel('What to do').selectOption({ label: 'List the invalid lines' });
  await page.getByLabel('File', { exact: true }).setInputFiles(file('many.txt', many));
  await page.waitForFunction(() => document.querySelector('#progress').value > 0);
  assert.equal(await page.locator('#progress').isVisible(), true);
  // The page answers while the worker works.
  await page.getByLabel('One identifier, or a list').fill('tag:x');
  await page.waitForFunction(() => document.querySelector('#status').textContent.startsWith('Valid'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.locator('#file-status').innerText(), 'Cancelled.');
  assert.equal(await page.locator('#work').isVisible(), false);

  await page.getByLabel('What to do').selectOption({ label: 'Normalize each line' });
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.txt'));
    for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, BUFFER.toString());
  await page.waitForSelector('#done a', { timeout: 30_000 });
  assert.match(await page.locator('#done').innerText(), /Save dropped\.normalized\.txt/);
  // Another task is for the same file.
  await page.getByLabel('What to do').selectOption({ label: 'Remove duplicates' });
  await page.waitForFunction(() => document.querySelector('#done a')?.download === 'dropped.without-duplicates.txt');
});

test('a file that is too large is refused', async () => {
  const { page } = opened;
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const piece = new Uint8Array(1 << 20);
    transfer.items.add(new File(Array.from({ length: 101 }, () => piece), 'huge.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /at most/.test(document.querySelector('#file-status').textContent));
});
