/** The page: what is entered decides what is shown. */
import { byId } from './dom.js';
import { showOne } from './one.js';
import { showTwo } from './two.js';
import { showMany } from './many.js';
import { startFiles } from './files.js';

const EXAMPLES = {
  suspicious: 'http://www.example.com:443@0x7f.1/%2e%2e/login?next=//evil.example',
  untidy: 'HTTP://User@EXAMPLE.com:80/a/./b/../%7Eada?q=%c3%a9',
  invalid: 'https://example.com\\@evil.example/a b',
  pair: 'http://example.com:80/x/../%7Eada\nHTTP://EXAMPLE.com/~ada',
  list: [
    'http://example.com', 'http://example.com/', 'HTTP://EXAMPLE.com/', 'http://example.com:80/', 'http://example.com/~ada',
    'http://example.com/%7Eada', 'http://example.com/x/../~ada', 'http://example.com/~Ada', 'http://example.com/a b',
  ].join('\n'),
};
/** A longer text does not fit into a link. */
const LONGEST_LINK = 4000;
/** A longer text is work for the worker, so that the page stays quick. */
const LONGEST = 2_000_000;

const [text, grammar, status, link, undo] = ['text', 'grammar', 'status', 'link', 'undo'].map(byId);
const places = { one: byId('one'), two: byId('two'), many: byId('many'), empty: byId('empty') };
const chosen = { rung: 'scheme' };
/** What tells an open view that another text was entered. */
const views = [];
let before = null;

/** Says something to those who see the page and to those who hear it. */
function say(sentence) {
  status.textContent = sentence;
}

const entered = () => text.value.split(/\r\n|\n|\r/).filter((line) => line !== '');

function show(prefix = '') {
  const long = text.value.length > LONGEST;
  const lines = long ? [] : entered();
  const mode = ['empty', 'one', 'two'][lines.length] ?? 'many';
  for (const [name, place] of Object.entries(places)) {
    place.hidden = name !== mode;
    if (name !== mode && name !== 'empty') place.replaceChildren();
  }
  // A label must exist even while the section is hidden.
  const said = {
    empty: () => (long ? 'This is too long for the field. Save it as a file, and drop the file below.' : ''),
    one: () => showOne(places.one, lines[0], grammar.value, use),
    two: () => showTwo(places.two, lines[0], lines[1], grammar.value),
    many: () => showMany(places.many, lines, grammar.value, chosen),
  }[mode]();
  say(prefix ? `${prefix} ${said}` : said);
  undo.hidden = before === null;
  for (const update of views) update(lines);
  text.rows = Math.min(12, Math.max(3, lines.length));
}

/** Puts another text into the place of the one that is shown. */
function use(other, said) {
  before = text.value;
  text.value = other;
  show(said);
  // The button that was pressed is gone.
  (byId('lints-title') ?? byId('parts-title') ?? text).focus();
}

let timer;
text.addEventListener('input', () => {
  before = null;
  clearTimeout(timer);
  timer = setTimeout(show, 150);
});
grammar.addEventListener('change', () => show());
undo.addEventListener('click', () => {
  text.value = before;
  before = null;
  show('Undone.');
  text.focus();
});
for (const button of document.querySelectorAll('[data-example]')) {
  button.addEventListener('click', () => {
    before = null;
    text.value = EXAMPLES[button.dataset.example];
    show();
  });
}

// What is entered gets into the address only when somebody asks for a link, since it may be secret.
link.addEventListener('click', async () => {
  if (text.value.length > LONGEST_LINK) return say('The text is too long for a link.');
  const state = new URLSearchParams({ text: text.value, grammar: grammar.value });
  history.replaceState(null, '', `#${state}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is in the clipboard. It holds the text.');
  } catch {
    say('The link is in the address bar. It holds the text.');
  }
});

function restore() {
  const state = new URLSearchParams(location.hash.slice(1));
  if (!state.has('text')) return;
  text.value = state.get('text');
  if ([...grammar.options].some(({ value }) => value === state.get('grammar'))) grammar.value = state.get('grammar');
  show();
}

// A view loads its module when it is first opened.
for (const view of document.querySelectorAll('[data-view]')) {
  const place = view.querySelector('[data-place]');
  view.addEventListener('toggle', async () => {
    try {
      const { start } = await import(`./${view.dataset.view}.js`);
      views.push(start(place, entered()));
    } catch (error) {
      place.textContent = `The view cannot be loaded: ${error.message}`;
    }
  }, { once: true });
}

addEventListener('hashchange', restore);
startFiles();
restore();
if (text.value === '') {
  // Whoever comes sees what the page is for, and begins to type in place of the example.
  text.value = EXAMPLES.suspicious;
  text.addEventListener('focus', () => { if (text.value === EXAMPLES.suspicious) text.select(); }, { once: true });
}
show();
document.documentElement.dataset.ready = 'true';

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('sw.js').catch(() => { /* The page works without it, while there is a network. */ });
}
