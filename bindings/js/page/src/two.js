/** Two identifiers: the rung at which they become equal, or the difference that no rung removes. */
import { OneiriError, explain } from './oneiri/web/index.js';
import { code, count, el, marked } from './dom.js';

/** Of more differences than this, the first are shown. */
const MOST = 50;

const quoted = (text, { start, end }) => (start === end ? el('span', { class: 'note' }, 'nothing') : code(text.slice(start, end)));

function byBrowser(a, b) {
  const [left, right] = [a, b].map((text) => (URL.canParse(text) ? new URL(text).href : null));
  if (left === null || right === null) return 'URL of this browser makes no URL of at least one of them.';
  return left === right ? 'URL of this browser makes the same text of both.' : 'URL of this browser keeps them apart.';
}

/** The elements that explain two texts, and the sentence that sums them up. */
export function explained(a, b, grammar) {
  let answer;
  try {
    answer = explain(a, b, grammar);
  } catch (error) {
    if (!(error instanceof OneiriError)) throw error;
    const which = error.text === a ? 'first' : 'second';
    return {
      said: `The ${which} is invalid. ${error.message}`,
      shown: [
        el('p', { class: 'callout' }, `The ${which} is invalid: ${error.message}`),
        el('p', {}, marked(error.text, [{ start: error.start, end: error.end, kind: 'bad' }])),
      ],
    };
  }
  const { rung, difference } = answer;
  const steps = answer.steps.slice(0, MOST);
  const said = rung === 'string' ? 'The two are the same text.'
    : rung === null ? 'They are different: no rung makes them equal.'
      : `They are equal from the rung ${rung} on.`;
  const marks = (side) => [
    ...steps.map((step, index) => ({ ...step[side], label: String(index + 1) })),
    ...difference ? [{ ...difference[side], label: '✗', kind: 'bad' }] : [],
  ];
  const items = steps.map((step, index) => el('li', {},
    el('p', {}, el('span', { class: 'tag' }, `${index + 1} · ${step.rung}`), ` in the ${step.component}: `,
      quoted(a, step.a), ' beside ', quoted(b, step.b)),
    el('p', { class: 'note' }, `${step.description} (${step.source})`)));
  const shown = [
    el('p', { class: 'verdict' }, el('span', { class: rung === null ? 'bad' : 'good', 'aria-hidden': 'true' }, rung === null ? '✗ ' : '✓ '), said),
    el('p', {}, el('span', { class: 'side' }, 'first'), ' ', marked(a, marks('a'))),
    el('p', {}, el('span', { class: 'side' }, 'second'), ' ', marked(b, marks('b'))),
    difference && el('p', { class: 'callout' }, el('strong', {}, `The difference is in the ${difference.component}: `),
      quoted(a, difference.a), ' beside ', quoted(b, difference.b), `. ${difference.description} (${difference.section})`),
    items.length > 0 ? el('p', { class: 'note' }, `${count(answer.steps.length, difference ? 'other difference' : 'difference')} that a rung removes${steps.length < answer.steps.length ? ` (the first ${MOST} are shown)` : ''}:`) : null,
    items.length > 0 ? el('ol', { class: 'plain' }, items) : null,
    el('p', { class: 'note after' }, byBrowser(a, b)),
  ].filter(Boolean);
  return { said, shown };
}

/** Shows two texts in a section. Returns what to announce. */
export function showTwo(place, a, b, grammar, title = 'The two') {
  const { said, shown } = explained(a, b, grammar);
  place.replaceChildren(el('h2', { id: `${place.id}-title`, tabIndex: -1 }, title), ...shown);
  return said;
}
