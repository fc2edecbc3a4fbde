/** A server of the page's files, and a browser. `CHROMIUM` names another one than Debian's. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** Serves the page, as any static server would. */
export async function serve() {
  const server = createServer(async ({ url }, response) => {
    const path = normalize(join(DIST, url === '/' ? 'index.html' : url.split('?')[0]));
    try {
      if (!path.startsWith(DIST.replace(/\/$/, sep))) throw new Error('outside');
      const body = await readFile(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((closed) => { server.close(closed); server.closeAllConnections(); }) };
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/**
 * The page in a context of its own. `requests` has the addresses of everything that the page, its worker and its service
 * worker ask for; `faults` has what is written to the console as an error, and what is thrown.
 */
export async function open(browser, origin, { hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, acceptDownloads: true, ...options });
  const [requests, faults] = [[], []];
  context.on('request', (request) => requests.push(request.url()));
  const page = await context.newPage();
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${origin}/${hash}`);
  await page.waitForSelector('html[data-ready]');
  return { context, page, requests, faults };
}

/** Enters a text as a person would, and waits until it is shown. */
export async function enter(page, text) {
  const field = page.getByLabel('One identifier, or a list');
  await field.fill(text);
  await page.waitForFunction(() => document.querySelector('#status').textContent !== '');
  await page.waitForTimeout(250);
}

/** Opens one of the three views, and waits until it is filled. */
export async function openView(page, name) {
  await page.locator(`#${name} > summary`).click();
  await page.waitForSelector(`#${name} input, #${name} textarea`);
}

export const EXAMPLES = ['a suspicious link', 'an untidy link', 'an invalid one', 'two spellings', 'a list'];
export const example = (page, name) => page.getByRole('button', { name, exact: true }).click();
