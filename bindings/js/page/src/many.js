/** A list: how many different identifiers each rung sees, which lines it merges, and which lines are invalid. */
import { OneiriError, normalizeLines, parse } from './oneiri/web/index.js';
import { RUNGS } from './oneiri/operations.js';
import { code, count, el, marked, section, table } from './dom.js';
import { explained } from './two.js';

/** What a list shows of groups, of lines in a group, and of invalid lines. */
const MOST = 50;

/** The groups of lines with the same normal form: from the form to the indices of its lines. */
function groupsOf(lines, rung, grammar) {
  const { lines: forms, valid } = normalizeLines(`${lines.join('\n')}\n`, rung, grammar);
  const groups = new Map();
  forms.split('\n').slice(0, -1).forEach((form, index) => {
    if (valid[index] !== 1) return;
    const group = groups.get(form);
    if (group) group.push(index);
    else groups.set(form, [index]);
  });
  return { groups, valid };
}

function shownGroup(lines, form, members, rung, grammar, index) {
  const place = el('div', { id: `why-${index}`, class: 'why', 'aria-live': 'polite' });
  const why = (other) => place.replaceChildren(...explained(lines[members[0]], lines[other], grammar).shown);
  return el('li', {},
    el('p', {}, el('strong', {}, count(members.length, 'line')), ' become ', code(form)),
    el('ul', { class: 'plain' }, members.slice(0, MOST).map((line, nth) => el('li', {},
      el('span', { class: 'note' }, `${line + 1} `), code(lines[line]), ' ',
      nth > 0 && lines[line] !== lines[members[0]] ? el('button', {
        type: 'button', class: 'small', onclick: () => why(line), 'aria-label': `Why is line ${line + 1} equal to line ${members[0] + 1}?`,
      }, 'Why?') : null))),
    members.length > MOST ? el('p', { class: 'note' }, `and ${count(members.length - MOST, 'more line')}`) : null,
    place);
}

function shownGroups(place, lines, rung, groups, grammar) {
  const merged = [...groups].filter(([, members]) => members.length > 1);
  place.replaceChildren(
    merged.length === 0 ? el('p', {}, `No lines are equal at the rung ${rung}.`)
      : el('ul', { class: 'plain' }, merged.slice(0, MOST).map(([form, members], index) => shownGroup(lines, form, members, rung, grammar, index))),
    merged.length > MOST ? el('p', { class: 'note' }, `and ${count(merged.length - MOST, 'more group')}`) : '',
  );
}

function shownInvalid(lines, valid, grammar) {
  const invalid = lines.map((_, index) => index).filter((index) => valid[index] !== 1);
  if (invalid.length === 0) return null;
  return section('invalid', 'Invalid lines',
    el('p', {}, `${count(invalid.length, 'line')} ${invalid.length === 1 ? 'is' : 'are'} not counted above.`),
    el('ul', { class: 'plain' }, invalid.slice(0, MOST).map((index) => {
      try {
        parse(lines[index], grammar);
        return null;
      } catch (error) {
        if (!(error instanceof OneiriError)) throw error;
        return el('li', {},
          el('p', {}, el('span', { class: 'note' }, `${index + 1} `), marked(lines[index], [{ start: error.start, end: error.end, kind: 'bad' }])),
          el('p', { class: 'note' }, error.message));
      }
    })),
    invalid.length > MOST ? el('p', { class: 'note' }, `and ${count(invalid.length - MOST, 'more line')}`) : null);
}

/** Shows a list. `chosen` has the rung whose groups are shown, and keeps it. Returns what to announce. */
export function showMany(place, lines, grammar, chosen) {
  const found = new Map(RUNGS.map((rung) => [rung, groupsOf(lines, rung, grammar)]));
  const { valid } = found.get('string');
  const total = valid.reduce((sum, flag) => sum + flag, 0);
  const groupsPlace = el('div', {});
  const show = () => shownGroups(groupsPlace, lines, chosen.rung, found.get(chosen.rung).groups, grammar);
  const select = el('select', { id: 'at', onchange: () => { chosen.rung = select.value; show(); } },
    RUNGS.map((rung) => el('option', { selected: rung === chosen.rung }, rung)));
  show();
  const widest = Math.max(1, found.get('string').groups.size);
  place.replaceChildren(...[
    section('ladder', 'The ladder',
      el('p', {}, `${count(lines.length, 'line')}, of which ${total.toLocaleString('en')} ${total === 1 ? 'is' : 'are'} valid.`),
      table('How many different identifiers each rung sees', ['Rung', 'Different', 'Merged lines', 'Share'], RUNGS.map((rung) => {
        const { size } = found.get(rung).groups;
        return [rung, size.toLocaleString('en'), (total - size).toLocaleString('en'),
          el('progress', { max: widest, value: size, 'aria-hidden': 'true' })];
      }), 'bars')),
    section('merged', 'Lines that merge',
      el('div', { class: 'row' }, el('div', { class: 'field' }, el('label', { htmlFor: 'at' }, 'At the rung'), select)), groupsPlace),
    shownInvalid(lines, valid, grammar),
  ].filter(Boolean));
  const sizes = RUNGS.map((rung) => found.get(rung).groups.size);
  return `${count(lines.length, 'line')}, ${count(total, 'valid line', 'valid')}: ${sizes[0]} different texts, ${sizes.at(-1)} different identifiers at the rung scheme.`;
}
