/** The page as a person uses it, in Chromium. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DIST, EXAMPLES, enter, example } from './browser.js';
import { onPage, shared } from './pages.js';

/** The most bytes that may be loaded before a view is opened, and that all files may have, each packed by gzip. */
const MOST = { first: 370_000, all: 1_000_000 };

const text = (page, selector) => page.locator(selector).innerText();
const value = (page) => page.getByLabel('One identifier, or a list').inputValue();

onPage('what is loaded first is small, and so are all files together', async (page) => {
  const sizes = new Map();
  for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath ?? entry.path}/${entry.name}`;
    if (entry.isFile()) sizes.set(relative(DIST, path), gzipSync(await readFile(path), { level: 9 }).length);
  }
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)));
  const sum = (names) => [...names].reduce((total, name) => total + sizes.get(name), 0);
  const [first, all] = [sum(new Set(['index.html', ...loaded])), sum(sizes.keys())];
  console.log(`# ${first} bytes packed at first, ${all} in all`);
  assert.ok(loaded.includes('oneiri/oneiri.wasm') && !loaded.includes('oneiri/policy.wasm'));
  assert.ok(first <= MOST.first && all <= MOST.all, `${first} bytes, ${all} bytes`);
});

onPage('one identifier: parts in a table and in the text', async (page) => {
  await enter(page, 'https://me@example.com:8080/a%20b?q#f');
  const rows = await page.locator('#parts tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\s+/)[0]), ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']);
  assert.match(rows[2], /example\.com/);
  assert.match(rows[4], /decoded: \/a b/);
  assert.equal((await text(page, '#parts .whole')).trim(), 'https://me@example.com:8080/a%20b?q#f');
  assert.match(await text(page, '#status'), /^Valid IRI reference\. \d+ finding/);
  // An absent component has no row, and an empty one has.
  await enter(page, 'tag:?');
  assert.match(await text(page, '#parts tbody'), /query\s+empty/);
  assert.equal(await page.locator('#parts tbody tr').count(), 3);
});

onPage('an invalid identifier: where, why, and what it could stand for', async (page) => {
  await enter(page, 'https://example.com/a b');
  assert.match(await text(page, '#status'), /^Invalid IRI reference: .*index 21/);
  assert.equal(await text(page, '#parts mark'), ' ');
  await page.getByRole('button', { name: 'Use this' }).click();
  assert.equal(await value(page), 'https://example.com/a%20b');
  assert.match(await text(page, '#status'), /^Escaped\. Valid/);
});

onPage('it starts with an example, and what a browser and other programs read comes first', async (page) => {
  assert.match(await value(page), /0x7f/);
  assert.equal(await page.locator('#one h2').first().innerText(), 'What a browser, Java, Python, Go, PHP and curl read');
  await enter(page, 'http://good.example\\@evil.example/');
  const rows = await page.locator('#parsers tbody tr').allInnerTexts();
  const row = (name) => rows.find((it) => it.startsWith(name));
  assert.match(row('Python'), /evil\.example/);
  assert.match(row('URL'), /good\.example/);
  assert.match(row('Java'), /rejected/);
  for (const name of ['Go', 'PHP', 'curl']) assert.ok(row(name), name);
  const { hash } = new URL(await page.getByRole('link', { name: 'A link to this table' }).getAttribute('href'), 'http://h');
  assert.equal(new URLSearchParams(hash.slice(1)).get('text'), 'http://good.example\\@evil.example/');
  for (const selector of ['meta[property="og:title"]', 'noscript', 'footer a[href*="npmjs.com"]']) assert.equal(await page.locator(selector).count(), 1, selector);
});

onPage("the browser's URL beside ours", async (page) => {
  await enter(page, 'http://0x7f.1/');
  const rows = await page.locator('#parsers tbody tr').allInnerTexts();
  assert.match(rows.find((row) => row.startsWith('oneiri, as URI\t')), /0x7f\.1.*valid/s);
  assert.match(rows.find((row) => row.startsWith('URL')), /127\.0\.0\.1.*http:\/\/127\.0\.0\.1\//s);
  assert.match(await text(page, '#parsers .callout'), /Two hosts: by RFC 3986 it is 0x7f\.1, and this browser goes to 127\.0\.0\.1/);
  await enter(page, 'http://a.example\\@b.example/');
  assert.match(await text(page, '#parsers .callout'), /invalid, and yet this browser goes to a\.example/);
  await enter(page, 'http://EXAMPLE.com./');
  assert.equal(await page.locator('#parsers .callout').count(), 0);
  await enter(page, '../a');
  assert.match((await page.locator('#parsers tbody tr').allInnerTexts()).find((row) => row.startsWith('URL')), /no URL by itself: .*Invalid URL/);
});

onPage('the grammar decides', async (page) => {
  await enter(page, 'http://h/é');
  assert.match(await text(page, '#status'), /^Valid/);
  await page.getByLabel('Read each as').selectOption({ label: 'URI' });
  assert.match(await text(page, '#status'), /^Invalid/);
});

onPage('findings: one fix, all fixes, undo', async (page) => {
  await enter(page, 'HTTP://example.com:80/%7Eada');
  await page.getByRole('button', { name: 'Apply the fix of upper-case-scheme' }).click();
  assert.equal(await value(page), 'http://example.com:80/%7Eada');
  assert.match(await text(page, '#status'), /^Fixed: upper-case-scheme\./);
  await page.getByRole('button', { name: 'Apply all fixes' }).click();
  assert.equal(await value(page), 'http://example.com/~ada');
  assert.match(await text(page, '#lints'), /Nothing is unwise/);
  // The focus stays near the button that is gone.
  assert.equal(await page.evaluate(() => document.activeElement.id), 'lints-title');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await value(page), 'http://example.com:80/%7Eada');
});

onPage('normal forms at each rung', async (page) => {
  await enter(page, 'HTTP://EXAMPLE.com:80/x/../%7Eada');
  const rows = await page.locator('#forms tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\s+/).slice(-1)[0]), [
    'given', 'http://example.com:80/x/../%7Eada', 'http://example.com:80/x/../~ada', 'http://example.com:80/~ada', 'http://example.com/~ada',
  ]);
});

onPage('two identifiers: the rung, the steps, and the difference', async (page) => {
  await enter(page, 'http://h:80/%7Ea\nHTTP://h/~a');
  assert.match(await text(page, '#two .verdict'), /equal from the rung scheme on/);
  const steps = await page.locator('#two ol > li').allInnerTexts();
  assert.equal(steps.length, 3);
  assert.match(steps.join('\n'), /escape in the path: %7E beside ~/);
  await enter(page, 'http://h/a\nhttp://h/b');
  assert.match(await text(page, '#two .verdict'), /no rung makes them equal/);
  assert.match(await text(page, '#two .callout'), /The difference is in the path: a beside b/);
  await enter(page, 'http://h/a\nhttp://h/a');
  assert.match(await text(page, '#two'), /the same text.*first http:\/\/h\/a/s);
  await enter(page, `http://h/${'%41/'.repeat(60)}\nhttp://h/${'A/'.repeat(60)}`);
  assert.match(await text(page, '#two'), /60 differences that a rung removes \(the first 50 are shown\)/);
  await enter(page, 'http://h/[\nhttp://h/b');
  assert.match(await text(page, '#two'), /The first is invalid/);
});

onPage('a list: the ladder, the lines that merge, and why', async (page) => {
  await example(page, 'a list');
  const sizes = (await page.locator('#ladder tbody tr').allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 3).join(' '));
  assert.deepEqual(sizes, ['string 8 0', 'case 7 1', 'escape 6 2', 'path 5 3', 'scheme 3 5']);
  assert.match(await text(page, '#merged'), /4 lines become http:\/\/example\.com\//);
  await page.getByRole('button', { name: 'Why is line 6 equal to line 5?' }).click();
  assert.match(await text(page, '#merged'), /equal from the rung escape on/);
  await page.getByLabel('At the rung').selectOption('string');
  assert.match(await text(page, '#merged'), /No lines are equal at the rung string/);
  assert.match(await text(page, '#invalid'), /index 20/);
});

onPage('a link holds the text, and only when it is asked for', async (page, { context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'http://h/secret?a&b#ü');
  assert.equal(new URL(page.url()).hash, '');
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await page.waitForFunction(() => location.hash !== '');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(address, page.url());
  const other = await context.newPage();
  await other.goto(address);
  await other.waitForSelector('html[data-ready]');
  assert.equal(await value(other), 'http://h/secret?a&b#ü');
  assert.match(await text(other, '#status'), /^Valid/);
});

onPage('long texts: excerpts, the first findings, and a bound', async (page) => {
  await enter(page, `http://h/${'%41x'.repeat(5000)}`);
  assert.match(await text(page, '#lints'), /and 4,9\d\d more findings/);
  assert.ok((await text(page, '#lints')).length < 40_000);
  await enter(page, `http://h/${'x'.repeat(5000)} ${'y'.repeat(5000)}`);
  assert.match(await text(page, '#parts .whole'), /^…x+ y+…$/);
  await page.getByLabel('One identifier, or a list').evaluate((field) => {
    field.value = 'http://h/\n'.repeat(300_000);
    field.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => document.querySelector('#status').textContent.startsWith('This is too long'));
});

onPage('with the keyboard alone', async (page) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the results');
  await page.keyboard.press('Tab');
  await page.keyboard.type('HTTP://h/');
  await page.getByRole('button', { name: 'Apply the fix of upper-case-scheme' }).waitFor();
  const names = [];
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.id);
    names.push(name);
    // Whoever uses the keyboard sees where it is.
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none', name);
    if (name === 'Apply the fix of upper-case-scheme') break;
  }
  assert.equal(names.at(-1), 'Apply the fix of upper-case-scheme', names.join());
  await page.keyboard.press('Enter');
  assert.equal(await value(page), 'http://h/');
});

for (const name of EXAMPLES) {
  onPage(`nothing scrolls sideways on a narrow phone: ${name}`, async (page) => {
    await example(page, name);
    await enter(page, `${await value(page)}/${'long'.repeat(60)}`);
    // A page that is too wide makes a phone's own window wider, too.
    const wide = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
    assert.equal(wide, 320);
    const small = await page.evaluate(() => [...document.querySelectorAll('button, select, textarea, input')]
      .filter((it) => it.offsetParent !== null && it.getBoundingClientRect().height < 36).map((it) => it.outerHTML));
    assert.deepEqual(small, []);
  }, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
}

onPage('it follows the scheme of colours', async (page) => {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.notEqual(await back(), light);
});

onPage('nothing but its own files is asked for, and nothing without a network', async (page, { context, requests }) => {
  for (const name of EXAMPLES) await example(page, name);
  await enter(page, 'https://elsewhere.example/x');
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.ok(requests.length > 10);
  for (const address of requests) assert.ok(address.startsWith(shared.server.origin), address);
  // The policy of the page refuses what is not its own.
  const refused = page.evaluate((there) => fetch(there).then(() => 'sent', () => 'refused'), shared.server.origin.replace('127.0.0.1', 'localhost'));
  assert.equal(await refused, 'refused');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await enter(page, 'http://h/offline');
  assert.match(await text(page, '#status'), /^Valid/);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a:b\nA:b\n') });
  await page.waitForSelector('#done a');
  assert.match(await text(page, '#file-status'), /2 lines, 0 invalid lines, 1 different/);
}, { expects: (fault) => fault.includes('Content Security Policy') });

onPage('a worker with the entry that does not wait gets what is posted before the module has loaded', async (page) => {
  const body = "import { init, normalize } from './oneiri/index.js';\nconst ready = init();\nonmessage = async ({ data }) => { await ready; postMessage(normalize(data)); };";
  await page.route('**/early.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const answers = page.evaluate(() => new Promise((done) => {
    const found = [];
    const worker = new Worker('early.js', { type: 'module' });
    worker.onmessage = ({ data }) => { if (found.push(data) === 2) done(found); };
    worker.postMessage('HTTP://a');
    worker.postMessage('HTTP://b');
  }));
  assert.deepEqual(await answers, ['http://a/', 'http://b/']);
}, { serviceWorkers: 'block' });
