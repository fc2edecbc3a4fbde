// node whatwg-url.cjs FOLDER [validity]: what the package whatwg-url in the folder makes of cases. A line of stdin is
// [base, text, [[attribute, value], ...]], a line of stdout the attributes after parsing and after each setter, or with `validity` the
// validation errors of the text, and whether it is a valid URL string.
const readline = require("node:readline");
const { createRequire } = require("node:module");
const { URL, parseURL, parseURLWithValidationErrors, isValidURLString } = createRequire(
  `${require("node:path").resolve(process.argv[2])}/`,
)("whatwg-url");

const NAMES = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname",
  "search", "hash"];
const all = (url) => NAMES.map((name) => url[name]).join("\n");

function answer([base, text, sets]) {
  let url;
  try {
    url = new URL(text, base ?? undefined);
  } catch {
    return [""];
  }
  const answers = [all(url)];
  for (const [name, value] of sets) {
    url[name] = value;
    answers.push(all(url));
  }
  return answers;
}

function validity([base, text]) {
  const baseURL = base === null ? undefined : parseURL(base);
  if (baseURL === null) return [""];
  const { url, validationErrors } = parseURLWithValidationErrors(text, { baseURL });
  return [[url !== null, ...validationErrors, isValidURLString(text, { baseURL })].join(" ")];
}

const ask = process.argv[3] === "validity" ? validity : answer;
let out = [];
const flush = () => {
  process.stdout.write(out.join(""));
  out = [];
};
readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  if (out.length === 0) setImmediate(flush);
  out.push(`${JSON.stringify(ask(JSON.parse(line)))}\n`);
});
