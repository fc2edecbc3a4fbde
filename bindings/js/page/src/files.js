/** Files: chosen or dropped, given to the worker, and the result offered for saving. */
import { byId, count, el } from './dom.js';

/** The most bytes that a file may have. */
const MOST = 100 * 1024 * 1024;
const NAMES = { dedupe: 'without-duplicates', normalize: 'normalized', invalid: 'invalid-lines' };

const [chosen, task, rung, grammar] = ['chosen', 'task', 'rung', 'grammar'].map(byId);
const [status, work, progress, cancel, done] = ['file-status', 'work', 'progress', 'cancel', 'done'].map(byId);
let worker = null;
let address = null;

const megabytes = (bytes) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

function stop() {
  worker?.terminate();
  worker = null;
  work.hidden = true;
}

/** Takes back the result of an earlier file, whose bytes the browser keeps as long as there is an address for them. */
function clear() {
  if (address !== null) URL.revokeObjectURL(address);
  address = null;
  done.replaceChildren();
  done.hidden = true;
}

function start(file) {
  stop();
  clear();
  if (file.size > MOST) {
    status.textContent = `${file.name} has ${megabytes(file.size)}; at most ${megabytes(MOST)} can be processed here.`;
    return;
  }
  work.hidden = false;
  progress.value = 0;
  byId('progress-label').textContent = `Processing ${file.name}, ${megabytes(file.size)}`;
  status.textContent = `Processing ${file.name}.`;
  let reported = 0;
  worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  const order = { file, task: task.value, rung: rung.value, grammar: grammar.value };
  worker.onmessage = ({ data }) => {
    if (data.ready) {
      worker.postMessage(order);
    } else if (data.failed !== undefined) {
      stop();
      status.textContent = `The file could not be processed: ${data.failed}`;
    } else if (data.result === undefined) {
      progress.value = data.percent;
      progress.textContent = `${data.percent} %`;
      // Not every step is announced: a quarter is enough to hear.
      if (data.percent >= reported + 25) {
        reported = data.percent - data.percent % 25;
        status.textContent = `${reported} % of ${file.name}.`;
      }
    } else {
      stop();
      finish(order, data);
    }
  };
  worker.onerror = ({ message }) => {
    stop();
    status.textContent = `The file could not be processed: ${message ?? 'the worker did not start'}`;
  };
}

function finish(order, { result, lines, invalid, different, seconds }) {
  const { file } = order;
  address = URL.createObjectURL(result);
  const name = `${file.name.replace(/\.[^.]*$/, '')}.${NAMES[order.task]}.txt`;
  const said = `${count(lines, 'line')}, ${count(invalid, 'invalid line')}, ${count(different, 'different identifier')} at the rung ${order.rung}.`;
  status.textContent = said;
  done.replaceChildren(
    el('p', { class: 'note' }, `It took ${seconds.toFixed(1)} s. The result has ${megabytes(result.size)}.`),
    el('a', { class: 'button', href: address, download: name }, `Save ${name}`));
  done.hidden = false;
}

export function startFiles() {
  chosen.addEventListener('change', () => { if (chosen.files.length > 0) start(chosen.files[0]); });
  // Another task or rung is for the file that is there.
  for (const select of [task, rung]) {
    select.addEventListener('change', () => { if (chosen.files.length > 0 && !done.hidden) start(chosen.files[0]); });
  }
  cancel.addEventListener('click', () => {
    stop();
    status.textContent = 'Cancelled.';
    chosen.value = '';
    chosen.focus();
  });
  const over = (on) => document.body.classList.toggle('over', on);
  addEventListener('dragover', (event) => { event.preventDefault(); over(true); });
  addEventListener('dragleave', (event) => { if (event.relatedTarget === null) over(false); });
  addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    if (event.dataTransfer.files.length === 0) return;
    chosen.files = event.dataTransfer.files;
    start(event.dataTransfer.files[0]);
  });
}
