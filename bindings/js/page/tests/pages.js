/** Tests on pages: the browser and the server that the tests of a file share, and a page for each test. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, serve } from './browser.js';

/** What the tests of this file share. Node runs each file in a process of its own. */
export const shared = {};

before(async () => {
  shared.server = await serve();
  shared.browser = await launch();
});
after(async () => {
  await shared.browser?.close();
  await shared.server?.close();
});

export const opened = (options) => open(shared.browser, shared.server.origin, options);

/** A test in a page of its own, which must not write an error to the console, other than those that `expects` admits. */
export const onPage = (name, work, { expects = () => false, ...options } = {}) => test(name, async () => {
  const page = await opened(options);
  try {
    await work(page.page, page);
    assert.deepEqual(page.faults.filter((fault) => !expects(fault)), []);
  } finally {
    await page.context.close();
  }
});
