// The page itself: overview, filters, the table of submissions, the matrix; drawn again when the language changes.

const byId = (id) => document.getElementById(id);

function fillTexts() {
  document.documentElement.lang = state.tongue;
  document.title = `judge: ${data.summary[state.tongue]}`;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = say(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  for (const node of document.querySelectorAll("[data-tongue]")) node.setAttribute("aria-pressed", String(node.dataset.tongue === state.tongue));
  const summary = byId("summary");
  summary.textContent = `${data.all_good ? "✓" : "✗"} ${data.summary[state.tongue]}`;
  summary.className = data.all_good ? "good" : "bad";
  const dates = data.reports.map((report) => report.started_ms).filter((ms) => ms > 0);
  byId("machines").textContent = [dates.length > 0 ? dateText(smallest(dates)) : "", data.version ? `judge ${data.version}` : "",
    ...data.machines.map((each) => say("html.machine", each.cpu_model, each.processors, sizeText(each.memory), each.kernel))].filter(Boolean).join(" · ");
}

function drawNotices() {
  const parts = data.findings.map((each) => el("div", { class: `notice ${each.severity}` },
    say("finding.line", say(`severity.${each.severity}`), spoken(each.text), each.reports > 1 ? say("finding.many", each.where, each.reports - 1) : each.where),
    each.remedy ? el("div", { class: "faint" }, say("finding.remedy", spoken(each.remedy))) : null));
  if (data.gaps.length > 0) {
    parts.push(el("div", { class: "notice" }, say("containment.gaps", data.gaps.map((gap) => gap.id).join(", ")),
      ...data.gaps.map((gap) => el("div", { class: "faint" }, `${gap.id}: ${spoken(gap.detail)} ${gap.remedy ? say("containment.remedy", spoken(gap.remedy)) : ""}`))));
  }
  byId("notices").replaceChildren(...parts);
  byId("notices").hidden = parts.length === 0;
}

/** Reports by problem, in the order of the run. */
const problems = new Map();
for (const report of data.reports) problems.set(report.problem, [...(problems.get(report.problem) || []), report]);

function problemCard([problem, reports]) {
  const title = titleOf(reports[0].title), url = reports[0].url;
  const good = reports.filter((report) => report.ok).length;
  const accepted = reports.filter((report) => verdictOf(report.verdict).id === "accepted" && report.cpu !== null);
  const fastest = accepted.length > 0 ? accepted.reduce((a, b) => (b.cpu < a.cpu ? b : a)) : null;
  return el("div", { class: "card" },
    el("h3", {}, /^https?:\/\//.test(url) ? el("a", { href: url, rel: "noreferrer" }, problem) : problem, title ? ` ${title}` : ""),
    el("p", { class: good === reports.length ? "good" : "bad" }, say(good === reports.length ? "html.all_of" : "html.some_of", good, reports.length)),
    fastest ? el("p", { class: "faint" }, say("html.fastest", timeText(fastest.cpu), fastest.submission)) : null);
}

/** Sort keys of the table of submissions; `number` columns begin with the largest. */
const kColumns = [
  { key: "ok", id: "html.expected", value: (report) => Number(report.ok) },
  { key: "problem", id: "column.problem", value: (report) => report.problem },
  { key: "submission", id: "column.submission", value: (report) => report.submission },
  { key: "language", id: "html.language_used", value: (report) => report.language, optional: true },
  { key: "verdict", id: "column.verdict", value: (report) => report.verdict },
  { key: "cases", id: "column.cases", value: (report) => report.total === 0 ? 0 : report.passed / report.total, number: true },
  { key: "cpu", id: "column.cpu", value: (report) => report.cpu ?? -1, number: true },
  { key: "memory", id: "column.memory", value: (report) => report.memory ?? -1, number: true, optional: true },
];

function wantedReports() {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = data.reports.filter((report) => {
    const text = `${nameOf(report)} ${Object.values(report.title).join(" ")} ${report.language}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (state.problem === "" || report.problem === state.problem) &&
      (state.verdict === "" || report.verdict === Number(state.verdict)) && !(state.unexpectedOnly && report.ok);
  });
  const column = kColumns.find((each) => each.key === state.sort);
  if (!column) return wanted;
  const compare = (a, b) => typeof a === "string" ? collator.compare(a, b) : a - b;
  return wanted.sort((a, b) => (state.descending ? -1 : 1) * compare(column.value(a), column.value(b)));
}

function meter(used, limit) {
  if (!limit || used === null) return null;
  const share = Math.min(1, used / limit);
  return el("span", { class: "meter", "aria-hidden": "true" }, el("span", { style: `width:${(share * 100).toFixed(1)}%${share > 0.8 ? ";background:var(--bad)" : ""}` }));
}

function against(used, limit, format) {
  if (used === null) return "";
  return limit ? `${format(used)} / ${format(limit)}` : format(used);
}

function submissionRows(report) {
  const name = nameOf(report), open = state.open.has(name);
  const detail = el("tr", { class: "detail", hidden: !open }, el("td", { colspan: kColumns.length }));
  if (open) detail.firstChild.append(...detailOf(report));
  const button = el("button", { type: "button", class: "open", "aria-expanded": String(open), onclick: () => {
    const opens = detail.hidden;
    if (opens) detail.firstChild.replaceChildren(...detailOf(report));
    detail.hidden = !opens;
    button.setAttribute("aria-expanded", String(opens));
    if (opens) state.open.add(name); else state.open.delete(name);
    history.replaceState(null, "", location.href.split("#")[0] + (opens ? `#${encodeURIComponent(name)}` : ""));
  } }, report.submission);
  const wanted = report.ok ? "" : ` ${say("table.expected", report.required.map(verdictWord).reduce((a, b) => say("expected.or", a, b)))}`;
  const row = el("tr", {},
    el("td", { class: report.ok ? "good" : "bad" }, report.ok ? "✓" : "✗", el("span", { class: "optional" }, ` ${say(report.ok ? "html.yes" : "html.no")}`)),
    el("td", { class: "problem" }, report.problem), el("td", { class: "name" }, button), el("td", { class: "optional" }, report.language),
    el("td", {}, el("span", { class: "verdict", style: `color:${verdictColor(report.verdict)}` }, verdictWords(report.verdict, report.reason, report.points ?? undefined)), wanted),
    el("td", { class: "number" }, report.total > 0 ? `${report.passed}/${report.total}` : ""),
    el("td", { class: "number" }, against(report.cpu, report.limits.cpu, timeText), meter(report.cpu, report.limits.cpu)),
    el("td", { class: "number optional" }, against(report.memory, report.limits.memory, sizeText), meter(report.memory, report.limits.memory)));
  row.dataset.name = name;
  return [row, detail];
}

function drawTable() {
  const reports = wantedReports();
  const header = el("tr", {}, ...kColumns.map((column) => {
    const cell = sortHeader(say(column.id), column.key, state, column.number, drawTable);
    if (column.optional) cell.classList.add("optional");
    return cell;
  }));
  byId("table").tHead.replaceChildren(header);
  byId("table").tBodies[0].replaceChildren(...reports.flatMap(submissionRows));
  byId("shown").textContent = say("html.shown", reports.length, data.reports.length);
}

function drawMatrix() {
  const present = [...new Set(data.reports.flatMap((report) => report.cases.map((each) => each[1])))].sort((a, b) => a - b);
  byId("legend").replaceChildren(...present.map((verdict) => el("span", {}, el("i", { style: `background:${verdictColor(verdict)}` }), verdictWord(verdict))));
  byId("matrix").replaceChildren(...[...problems].map(([problem, reports]) => el("div", { class: "matrix" },
    el("h3", {}, `${problem} ${titleOf(reports[0].title)}`),
    ...reports.flatMap((report) => [
      el("div", { class: "name" }, `${report.ok ? "✓" : "✗"} `, el("a", { href: `#${encodeURIComponent(nameOf(report))}` }, report.submission)),
      matrixRow(report)]))));
}

function drawComparisons() {
  byId("ratios-section").hidden = data.ratios.length === 0;
  if (data.ratios.length > 0) byId("ratios").replaceChildren(ratiosChart(data.ratios), el("p", { class: "faint" }, say("html.ratios_note")));
  const charts = data.trends.map((trend) => [trend, trendChart(trend)]).filter(([, chart]) => chart);
  byId("trends-section").hidden = charts.length === 0;
  byId("trends").replaceChildren(...charts.map(([trend, chart]) => el("div", { class: "card" }, el("h3", {}, `${trend.problem}/${trend.submission}`), chart)));
}

function drawChoices() {
  const any = () => el("option", { value: "" }, say("html.any"));
  byId("problem-choice").replaceChildren(any(), ...[...problems.keys()].map((problem) => el("option", { value: problem }, problem)));
  const verdicts = [...new Set(data.reports.map((report) => report.verdict))].sort((a, b) => a - b);
  byId("verdict-choice").replaceChildren(any(), ...verdicts.map((verdict) => el("option", { value: verdict }, verdictWord(verdict))));
  byId("problem-choice").value = state.problem;
  byId("verdict-choice").value = state.verdict;
}

function draw() {
  fillTexts();
  drawNotices();
  byId("problems").replaceChildren(...[...problems].map(problemCard));
  drawChoices();
  drawTable();
  drawMatrix();
  drawComparisons();
}

const darkScreen = matchMedia("(prefers-color-scheme: dark)");
function setTheme(choice) {
  state.theme = choice;
  document.documentElement.dataset.theme = choice === "auto" ? (darkScreen.matches ? "dark" : "light") : choice;
  for (const node of document.querySelectorAll("[data-theme-choice]")) node.setAttribute("aria-pressed", String(node.dataset.themeChoice === choice));
}

/** Opens the submission that the address names, whatever is filtered. */
function openFromAddress() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!data.reports.some((report) => nameOf(report) === name)) return;
  state.open.add(name);
  drawTable();
  const row = [...byId("table").tBodies[0].rows].find((each) => each.dataset.name === name);
  if (row) {
    row.scrollIntoView();
    row.querySelector("button").focus();
  }
}

for (const node of document.querySelectorAll("[data-tongue]")) node.addEventListener("click", () => { state.tongue = node.dataset.tongue; draw(); });
for (const node of document.querySelectorAll("[data-theme-choice]")) node.addEventListener("click", () => setTheme(node.dataset.themeChoice));
darkScreen.addEventListener("change", () => setTheme(state.theme));
byId("filter").addEventListener("submit", (event) => event.preventDefault());
byId("search").addEventListener("input", (event) => { state.search = event.target.value; drawTable(); });
byId("problem-choice").addEventListener("change", (event) => { state.problem = event.target.value; drawTable(); });
byId("verdict-choice").addEventListener("change", (event) => { state.verdict = event.target.value; drawTable(); });
byId("unexpected-only").addEventListener("change", (event) => { state.unexpectedOnly = event.target.checked; drawTable(); });
addEventListener("hashchange", openFromAddress);

setTheme("auto");
draw();
openFromAddress();
