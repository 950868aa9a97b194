// The data, the words in both languages, and small tools for building elements.

const texts = JSON.parse(document.getElementById("texts").textContent);
const data = JSON.parse(document.getElementById("data").textContent);
const state = {
  tongue: data.tongue, theme: "auto",
  search: "", problem: "", verdict: "", unexpectedOnly: false,
  sort: "", descending: false, open: new Set(),
};

/** The sentence `id`; {0} is the first argument, {0|case|cases} a word for one and for several. */
function say(id, ...args) {
  return texts.messages[state.tongue][id].replace(/\{(\d)(?:\|([^{}|]*)\|([^{}|]*))?\}/g, (whole, index, one, many) =>
    one === undefined ? args[index] : String(args[index]) === "1" ? one : many);
}

/** What the program said in English, in the language that is read. */
const spoken = (english) => state.tongue === "ko" ? data.korean[english] || english : english;

/** An element with properties and children; text is always text, never markup. */
function el(tag, props, ...children) {
  return filled(document.createElement(tag), props, children);
}

function svg(tag, props, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function filled(element, props, children) {
  apply(element, props);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function apply(element, props) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
}

const verdictOf = (index) => texts.verdicts[index];
const verdictWord = (index) => state.tongue === "ko" ? verdictOf(index).ko : verdictOf(index).code;
const verdictColor = (index) => `var(--v-${verdictOf(index).id})`;
const nameOf = (report) => `${report.problem}/${report.submission}`;
const titleOf = (title) => title[state.tongue] || title.en || title.ko || Object.values(title)[0] || "";

function verdictWords(index, reason, score) {
  const word = verdictWord(index);
  if (verdictOf(index).id === "partially_accepted" && score !== undefined) return `${word} (${score})`;
  return reason ? `${word} (${spoken(reason)})` : word;
}

/** "0.83 ms", "12 ms", "1.75 s", from nanoseconds. */
function timeText(ns) {
  const [value, unit] = ns < 1e9 ? [ns / 1e6, "ms"] : [ns / 1e9, "s"];
  const digits = value === 0 || value >= 100 ? 0 : value >= 10 ? (unit === "ms" ? 0 : 1) : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

function sizeText(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = bytes, unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; ++unit; }
  return `${value >= 10 ? Math.round(value) : Number(value.toFixed(1))} ${units[unit]}`;
}

const dateText = (ms) => new Date(ms).toLocaleString(state.tongue === "ko" ? "ko-KR" : "en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Natural order: "2.in" before "10.in". */
const collator = new Intl.Collator("en", { numeric: true });

/** A case as an object; html_data.h describes the array it comes from. */
function caseOf(report, index) {
  const [name, verdict, cpu, memory, wall, permitted] = report.cases[index];
  return {
    index, name, verdict, cpu, memory, wall, permitted,
    limits: report.own_limits[index] || report.limits,
    runs: report.runs[index] || [],
    detail: report.details[index],
  };
}
