// What opens below a submission: why, the first failure, its source, plots, and the table of its cases.

const kPageSize = 100;

/** Lines of both sides with the place marked in each. */
function differencePanes(difference) {
  const side = (label, excerpt, mark, kind) => {
    const before = Array.from(excerpt).slice(0, mark).join("").split("\n");
    return pane(say(label), marked(linesOf(excerpt), before.length - 1, before.at(-1).length), kind);
  };
  let parting = 0;  // of Reports that do not say where the place is
  const answer = Array.from(difference.answer_excerpt), output = Array.from(difference.output_excerpt);
  while (parting < answer.length && parting < output.length && answer[parting] === output[parting]) ++parting;
  const known = (mark) => mark >= 0 ? mark : parting;
  return el("div", { class: "columns" },
    side("failure.answer", difference.answer_excerpt, known(difference.answer_mark), "answer"),
    side("failure.output", difference.output_excerpt, known(difference.output_mark), "output"));
}

const linesOf = (text) => text === "" ? [] : text.replace(/\n$/, "").split("\n");

/** The lines as nodes; the word that begins at `column` of line `line`, or the place where one is missing, is marked. */
function marked(lines, line, column) {
  const shown = lines.length > line ? lines : [...lines, ""];
  return shown.flatMap((text, index) => {
    if (index !== line) return [text + "\n"];
    const end = text.indexOf(" ", column + 1);
    const word = text.slice(column, end < 0 ? undefined : end);
    return [text.slice(0, column), el("mark", {}, word || " "), (end < 0 ? "" : text.slice(end)) + "\n"];
  });
}

function pane(label, nodes, kind) {
  return el("div", {}, el("h3", {}, label), el("pre", { class: kind || null, tabindex: 0, "aria-label": label }, ...nodes));
}

function differenceWords(difference) {
  const place = (line, column) => column > 0 ? say("failure.line_column", line, column) : say("failure.line", line);
  const words = [];
  if (difference.answer_line > 0 && difference.output_line > 0) {
    const left = place(difference.answer_line, difference.answer_column), right = place(difference.output_line, difference.output_column);
    words.push(left === right ? say("failure.difference", left) : say("failure.differences", left, right));
  }
  const expected = difference.expected || say("failure.nothing"), got = difference.got || say("failure.nothing");
  if (expected !== got) words.push(difference.token > 0 ? say("failure.token", difference.token, expected, got) : say("failure.expected_got", expected, got));
  return words.join(" · ");
}

/** One case in full; `each.detail` is there for cases that failed. */
function caseDetail(each) {
  const detail = each.detail, parts = [];
  if (detail.message) parts.push(el("p", {}, spoken(detail.message)));
  if (detail.difference) parts.push(el("p", {}, differenceWords(detail.difference)));
  const panes = el("div", { class: "columns" });
  const add = (id, text, bytes) => {
    if (text) panes.append(pane(bytes === undefined ? say(id) : say("failure.sized", say(id), sizeText(bytes)), [text]));
  };
  add("failure.input", detail.input, detail.input_bytes);
  if (!detail.difference) {
    add("failure.answer", detail.answer, detail.answer_bytes);
    add("failure.output", detail.output, detail.output_bytes);
  }
  add("failure.transcript", detail.transcript);
  add("failure.stderr", detail.stderr);
  if (panes.childElementCount > 0) parts.push(panes);
  if (detail.difference && (detail.difference.answer_excerpt || detail.difference.output_excerpt)) parts.push(differencePanes(detail.difference));
  return parts;
}

/** The facts of how it was built and run. */
function factsOf(report) {
  const list = el("dl", {});
  const add = (id, value) => {
    if (value) list.append(el("dt", {}, say(id)), el("dd", {}, value));
  };
  add("html.language_used", [report.language, report.compiler].filter(Boolean).join(" · "));
  add("html.compile_command", report.compile && el("code", {}, report.compile));
  add("html.run_command", report.run && el("code", {}, report.run));
  add("html.limits", [report.limits.cpu && timeText(report.limits.cpu), report.limits.memory && sizeText(report.limits.memory)].filter(Boolean).join(" · "));
  add("html.profile", report.profile);
  add("html.judged", dateText(report.started_ms) + (report.reused ? ` · ${say("html.reused")}` : ""));
  return list;
}

function groupsTable(report) {
  if (report.groups.length === 0) return null;
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("html.group")), el("th", { scope: "col" }, say("column.verdict")),
      el("th", { scope: "col", class: "number" }, say("column.cases")), el("th", { scope: "col", class: "number" }, say("html.points")))),
    el("tbody", {}, ...report.groups.map(([name, verdict, points, most, passed, total]) => el("tr", {},
      el("td", { class: "name" }, name), el("td", { class: "verdict", style: `color:${verdictColor(verdict)}` }, verdictWord(verdict)),
      el("td", { class: "number" }, `${passed}/${total}`), el("td", { class: "number" }, most > 0 ? `${points}/${most}` : ""))))));
}

/** The cases as a sortable table, a page at a time; failed ones open in place. */
function casesTable(report) {
  if (report.cases.length === 0) return null;
  const view = { page: 0, sort: "index", descending: false, filter: "" };
  const columns = [["name", "html.case"], ["verdict", "column.verdict"], ["cpu", "column.cpu"], ["wall", "html.wall"], ["memory", "column.memory"]];
  const head = el("tr", {}), body = el("tbody", {}), pages = el("div", { class: "pages" });
  const all = report.cases.map((_, index) => caseOf(report, index));
  const compare = (a, b) => view.sort === "name" ? collator.compare(a.name, b.name) : a[view.sort] - b[view.sort];
  const draw = () => {
    const wanted = all.filter((each) => each.name.toLowerCase().includes(view.filter));
    const rows = wanted.sort((a, b) => (view.descending ? -1 : 1) * (compare(a, b) || a.index - b.index));
    const last = Math.max(0, Math.ceil(rows.length / kPageSize) - 1);
    view.page = Math.min(view.page, last);
    head.replaceChildren(...columns.map(([key, id]) => sortHeader(say(id), key, view, key !== "name" && key !== "verdict", draw)));
    body.replaceChildren(...rows.slice(view.page * kPageSize, (view.page + 1) * kPageSize).flatMap((each) => caseRow(each)));
    const step = (to, id) => el("button", { type: "button", disabled: to < 0 || to > last, onclick: () => { view.page = to; draw(); } }, say(id));
    pages.replaceChildren(step(view.page - 1, "html.previous"), say("html.page", view.page + 1, last + 1), step(view.page + 1, "html.next"));
    pages.hidden = last === 0;
  };
  const search = el("input", { type: "search", "aria-label": say("html.search"), placeholder: say("html.search"),
    oninput: (event) => { view.filter = event.target.value.toLowerCase(); view.page = 0; draw(); } });
  draw();
  return el("div", {}, el("h3", {}, say("html.cases")), report.cases.length > 20 ? search : null,
    el("div", { class: "scroll" }, el("table", { class: "cases" }, el("thead", {}, head), body)), pages);
}

function caseRow(each) {
  const extra = el("tr", { class: "detail", hidden: true }, el("td", { colspan: 5 }));
  const name = each.detail
    ? el("button", { type: "button", class: "open", "aria-expanded": "false", onclick: (event) => {
      if (extra.hidden && extra.firstChild.childElementCount === 0) extra.firstChild.append(...caseDetail(each));
      extra.hidden = !extra.hidden;
      event.currentTarget.setAttribute("aria-expanded", String(!extra.hidden));
    } }, each.name)
    : each.name;
  const row = el("tr", {}, el("td", { class: "name" }, name),
    el("td", { class: "verdict", style: `color:${verdictColor(each.verdict)}` }, verdictWords(each.verdict, each.detail && each.detail.reason, each.detail && each.detail.score)),
    el("td", { class: "number" }, timeText(each.cpu)), el("td", { class: "number" }, timeText(each.wall)), el("td", { class: "number" }, sizeText(each.memory)));
  return each.detail ? [row, extra] : [row];
}

/** A header cell that sorts `view` by `key`, again to turn the order. */
function sortHeader(label, key, view, number, draw) {
  const sorted = view.sort === key;
  return el("th", { scope: "col", class: number ? "number" : null, "aria-sort": sorted ? (view.descending ? "descending" : "ascending") : "none" },
    el("button", { type: "button", "data-sort": key, onclick: (event) => {
      const table = event.currentTarget.closest("table");
      view.descending = sorted ? !view.descending : Boolean(number);
      view.sort = key;
      draw();
      table.querySelector(`[data-sort="${key}"]`).focus();
    } }, label));
}

function sourcePanes(report) {
  const sources = data.sources.filter((each) => each.problem === report.problem && each.submission === report.submission);
  return sources.map((source) => pane(source.path, linesOf(source.text).map((line, index) => el("span", { class: "line", "data-line": index + 1 }, line + "\n"))));
}

/** Everything about one submission. */
function detailOf(report) {
  const parts = [];
  if (!report.ok) parts.push(el("p", { class: "bad" }, el("strong", {}, report.why[state.tongue])));
  if (report.points !== null) parts.push(el("p", {}, say("html.points_of", report.points, report.max_points ?? "?")));
  const sources = sourcePanes(report);
  const first = report.first >= 0 ? caseOf(report, report.first) : null;
  const failure = first && first.detail ? el("div", {}, el("h3", {}, say("html.first_failure", first.name)), ...caseDetail(first)) : null;
  if (failure || sources.length > 0) parts.push(el("div", { class: "columns" }, failure, sources.length > 0 ? el("div", {}, ...sources) : null));
  if (report.log) parts.push(pane(say("failure.compiler"), [report.log]));
  parts.push(factsOf(report), groupsTable(report));
  const trend = data.trends.find((each) => each.problem === report.problem && each.submission === report.submission);
  const history = trend && trendChart(trend);
  parts.push(el("div", { class: "plots" }, caseChart(report, kTimeChart), caseChart(report, kMemoryChart), runsChart(report),
    history ? el("div", { class: "history" }, el("h3", {}, say("html.trends")), history) : null));
  parts.push(casesTable(report));
  if (report.more_details > 0) parts.push(el("p", { class: "faint" }, say("html.more_details", report.more_details)));
  return parts.filter(Boolean);
}
