// Plots as inline SVG. Points of one kind are one path, so that ten thousand cases cost as much as ten.

const kWidth = 640, kHeight = 220, kLeft = 64, kRight = 12, kTop = 14, kBottom = 24;

const largest = (values) => values.reduce((a, b) => Math.max(a, b), 0);
const smallest = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const cutStart = (name, most) => name.length > most ? "…" + name.slice(1 - most) : name;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** A logarithmic scale from values to pixels; `ticks` are where lines belong. */
function logScale(low, high, base) {
  const from = Math.log(low), span = Math.max(Math.log(high) - from, 1e-9);
  const y = (value) => kHeight - kBottom - (Math.log(Math.max(value, low)) - from) / span * (kHeight - kTop - kBottom);
  const first = Math.ceil(from / Math.log(base) - 1e-9), last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / 7)), ticks = [];
  for (let power = first; power <= last; power += stride) ticks.push(base ** power);
  return { y, ticks };
}

/** What a case chart shows: `key` of a case, `limit` of the report's limits, powers of `base` as ticks. */
const kTimeChart = { key: "cpu", limit: "cpu", base: 10, format: timeText, label: "html.time_chart" };
const kMemoryChart = { key: "memory", limit: "memory", base: 2, format: sizeText, label: "html.memory_chart" };

/** One value a case against its limit; null if nothing was measured. */
function caseChart(report, kind) {
  const cases = report.cases.map((_, index) => caseOf(report, index));
  const values = cases.map((each) => each[kind.key]).filter((value) => value > 0);
  if (values.length === 0) return null;
  const limit = report.limits[kind.limit], top = Math.max(limit || 0, largest(values)) * 1.4;
  const scale = logScale(Math.min(smallest(values) * 0.8, top / 10), top, kind.base);
  const step = (kWidth - kLeft - kRight) / cases.length;
  const place = (each) => [kLeft + step * (each.index + 0.5), scale.y(each[kind.key])];
  let dots = "", crosses = "";
  for (const each of cases) {
    const [x, y] = place(each).map((value) => value.toFixed(1));
    if (each.permitted) dots += `M${x} ${y}h0`;
    else crosses += `M${x} ${y}m-4 -4l8 8m0 -8l-8 8`;
  }
  const label = say(kind.label);
  const picture = svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "aria-label": label },
    ...scale.ticks.flatMap((tick) => [
      svg("text", { x: kLeft - 8, y: scale.y(tick) + 4, "text-anchor": "end" }, kind.format(tick)),
      svg("path", { class: "axis", d: `M${kLeft} ${scale.y(tick).toFixed(1)}H${kWidth - kRight}` })]),
    svg("text", { x: kLeft, y: kHeight - 6 }, say("html.case_number", 1)),
    svg("text", { x: kWidth - kRight, y: kHeight - 6, "text-anchor": "end" }, say("html.case_number", cases.length)),
    ...limitLine(limit, scale, kind),
    svg("path", { class: "dots", d: dots, style: cases.length > 400 ? "stroke-width:2.5" : null }),
    svg("path", { class: "crosses", d: crosses }));
  return el("div", {}, el("h3", {}, label), withTip(picture, cases, step, place, kind));
}

function limitLine(limit, scale, kind) {
  if (!limit) return [];
  const y = scale.y(limit);
  return [svg("path", { class: "limit", d: `M${kLeft} ${y.toFixed(1)}H${kWidth - kRight}` }),
    svg("text", { x: kWidth - kRight, y: y - 4, "text-anchor": "end" }, say("html.limit", kind.format(limit)))];
}

/** The picture with the nearest case named below the pointer; the table of cases tells the same to the keyboard. */
function withTip(picture, cases, step, place, kind) {
  const here = svg("circle", { class: "here", r: 6, visibility: "hidden" });
  const tip = el("div", { class: "tip", hidden: true });
  picture.append(here);
  const chart = el("div", { class: "chart" }, picture, tip);
  chart.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect(), zoom = box.width / kWidth;
    const index = Math.floor(((event.clientX - box.left) / zoom - kLeft) / step);
    const each = cases[Math.min(cases.length - 1, Math.max(0, index))], [x, y] = place(each);
    apply(here, { cx: x, cy: y, visibility: "visible" });
    tip.hidden = false;
    tip.textContent = `${each.name} · ${verdictWord(each.verdict)} · ${kind.format(each[kind.key])}`;
    tip.style.left = `${Math.min(Math.max(x * zoom, 90), box.width - 90)}px`;
    tip.style.top = `${y * zoom}px`;
  });
  chart.addEventListener("pointerleave", () => {
    tip.hidden = true;
    here.setAttribute("visibility", "hidden");
  });
  return chart;
}

/** Every run of the cases that ran more than once: a dot a run, a stroke at the median; the thirty slowest cases. */
function runsChart(report) {
  const repeated = Object.keys(report.runs).map((index) => caseOf(report, Number(index)));
  if (repeated.length === 0) return null;
  const slowest = repeated.sort((a, b) => median(b.runs) - median(a.runs)).slice(0, 30);
  const row = 20, left = 170, half = (kWidth - left - 110) / 2, parts = [];
  slowest.sort((a, b) => a.index - b.index).forEach((each, line) => {
    const middle = median(each.runs), y = line * row + row / 2 + 4;
    const spread = largest(each.runs.map((run) => Math.abs(run / middle - 1)));
    const x = (run) => left + half * (1 + Math.max(-1, Math.min(1, (run / middle - 1) / 0.1)));
    parts.push(
      svg("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, cutStart(each.name, 26)),
      svg("path", { class: "axis", d: `M${left} ${y}h${2 * half}M${x(middle)} ${y - 7}v14` }),
      svg("path", { class: "dots", d: each.runs.map((run) => `M${x(run).toFixed(1)} ${y}h0`).join(""), opacity: 0.7 }),
      svg("text", { x: kWidth, y: y + 4, "text-anchor": "end" }, `${timeText(middle)} ± ${(spread * 100).toFixed(1)} %`));
  });
  const label = say("html.runs");
  return el("div", {}, el("h3", {}, label),
    svg("svg", { viewBox: `0 0 ${kWidth} ${slowest.length * row + 8}`, role: "img", "aria-label": label, class: "chart" }, ...parts));
}

/** Ratios with their intervals, where they have one, on one logarithmic axis; 1 in the middle means no difference. */
function ratiosChart(ratios) {
  const row = 26, left = 300, height = ratios.length * row + 24;
  const furthest = Math.log(ratios.reduce((far, each) => Math.max(far, each.high ?? each.ratio, 1 / (each.low ?? each.ratio)), 1.2) * 1.05);
  const x = (value) => left + (kWidth - left - 120) * (Math.log(value) / furthest + 1) / 2;
  const parts = [
    svg("path", { class: "limit", d: `M${x(1)} 0V${height - 20}` }),
    svg("text", { x: x(1), y: height - 6, "text-anchor": "middle" }, "1")];
  ratios.forEach((each, line) => {
    const y = line * row + row / 2, bounded = each.high !== null, apart = bounded && (each.low > 1 || each.high < 1);
    const name = `${each.second} / ${each.first}`;
    const figures = each.ratio.toFixed(2) + (bounded ? ` (${each.low.toFixed(2)}–${each.high.toFixed(2)})` : "");
    parts.push(
      svg("text", { x: left - 10, y: y + 4, "text-anchor": "end" }, `${cutStart(each.second, 22)} / ${cutStart(each.first, 22)}`, svg("title", {}, `${each.problem}: ${name}`)),
      svg("path", { class: "trend", d: !bounded ? "" : `M${x(each.low)} ${y}H${x(each.high)}M${x(each.low)} ${y - 5}v10M${x(each.high)} ${y - 5}v10` }),
      svg("path", { class: "dots", d: `M${x(each.ratio)} ${y}h0`, style: "stroke-width:8" }),
      svg("text", { x: kWidth, y: y + 4, "text-anchor": "end", style: apart ? "fill:var(--text);font-weight:600" : null }, figures));
  });
  return svg("svg", { viewBox: `0 0 ${kWidth} ${height}`, role: "img", "aria-label": say("html.ratios"), style: "max-width:860px" }, ...parts);
}

/** Processor time over the history of a submission; crosses are judgements that were not accepted. */
function trendChart(trend) {
  const points = trend.points.filter((point) => point[2] !== null);
  if (points.length === 0) return null;
  const width = 320, height = 90, edge = 8, bottom = 18;
  const top = largest(points.map((point) => point[2])) * 1.15 || 1;
  const x = (index) => edge + (width - 2 * edge) * (points.length === 1 ? 0.5 : index / (points.length - 1));
  const y = (value) => height - bottom - value / top * (height - bottom - 14);
  const places = points.map((point, index) => `${x(index).toFixed(1)} ${y(point[2]).toFixed(1)}`);
  const failed = places.filter((_, index) => verdictOf(points[index][1]).id !== "accepted");
  const last = points[points.length - 1];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": say("html.trend_label", points.length, timeText(points[0][2]), timeText(last[2])) },
    svg("path", { class: "axis", d: `M${edge} ${height - bottom}H${width - edge}` }),
    svg("path", { class: "trend", d: `M${places.join("L")}` }),
    svg("path", { class: "dots", d: places.map((place) => `M${place}h0`).join("") }),
    svg("path", { class: "crosses", d: failed.map((place) => `M${place}m-4 -4l8 8m0 -8l-8 8`).join("") }),
    svg("text", { x: edge, y: height - 4 }, dateText(points[0][0])),
    svg("text", { x: width - edge, y: height - 4, "text-anchor": "end" }, points.length > 1 ? dateText(last[0]) : ""),
    svg("text", { x: width - edge, y: y(last[2]) - 8, "text-anchor": "end" }, timeText(last[2])));
}

/** One row of the verdict matrix: neighbours of one verdict are one rectangle; what is not accepted stands taller, lies
    on top, and is never thinner than can be seen. */
function matrixRow(report) {
  const total = Math.max(report.total, report.cases.length, 1), paths = new Map(), counts = new Map();
  for (let begin = 0, end = 0; begin < report.cases.length; begin = end) {
    const verdict = report.cases[begin][1];
    for (end = begin + 1; end < report.cases.length && report.cases[end][1] === verdict;) ++end;
    const accepted = verdictOf(verdict).id === "accepted", width = accepted ? end - begin : Math.max(end - begin, total / 500);
    paths.set(verdict, (paths.get(verdict) || "") + `M${begin} ${accepted ? 6 : 0}h${width}v${accepted ? 6 : 18}h${-width}z`);
    counts.set(verdict, (counts.get(verdict) || 0) + end - begin);
  }
  const words = [...counts].map(([verdict, count]) => `${verdictWord(verdict)} ${count}`).join(", ");
  const label = `${nameOf(report)}: ${words || verdictWord(report.verdict)}`;
  return svg("svg", { viewBox: `0 0 ${total} 18`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("title", {}, label), ...[...paths].sort(([a], [b]) => a - b).map(([verdict, d]) => svg("path", { d, fill: verdictColor(verdict) })));
}
