#!/usr/bin/env python3
"""Opens HTML reports in a real browser (Chromium, headless) and checks them through the DOM.

    report_html_test.py REPORT_TOOL

A script that is added to a copy of each page uses the page as a reader would and writes what it finds into the
document, which the browser then prints. The console must stay free of errors. Exits with 77 when there is no Chromium,
or none that starts here."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "harness/fixtures/report"

COMMON = """
const found = {}, errors = [];
const check = (what, good) => { if (!good) errors.push(what); };
const $ = (selector, from) => (from || document).querySelector(selector);
const $$ = (selector, from) => [...(from || document).querySelectorAll(selector)];
const rows = () => $$("#table > tbody > tr:not(.detail)");
const shownNames = () => rows().map((row) => row.dataset.name);
const type = (input, text) => { input.value = text; input.dispatchEvent(new Event("input")); };
const choose = (select, value) => { select.value = value; select.dispatchEvent(new Event("change")); };
const column = (key) => $(`#table thead [data-sort="${key}"]`);
try {
  check("the page asked for something: " + performance.getEntriesByType("resource").map((each) => each.name), performance.getEntriesByType("resource").length === 0);
  check("a script that is not ours ran", $$("script").length === 5 && window.alerted === undefined);
  %s
  for (const image of $$("svg")) check("a picture without a label", image.getAttribute("role") === "img" && image.getAttribute("aria-label"));
  for (const button of $$("button")) check("a button without a name", button.textContent.trim() || button.getAttribute("aria-label"));
  for (const cell of $$("th")) check("a header cell without scope", cell.getAttribute("scope") === "col");
  for (const pane of $$("pre")) check("a pane that the keyboard cannot scroll", pane.tabIndex === 0);
  for (const field of $$("input, select")) check("a field without a label", field.closest("label") || field.getAttribute("aria-label"));
  check("an unfilled text: " + document.body.innerText.match(/\\{\\d|undefined|NaN|\\[object/), !/\\{\\d|undefined|NaN|\\[object/.test(document.body.innerText));
} catch (error) {
  errors.push("exception: " + error.stack);
}
const result = document.createElement("pre");
result.id = "test-result";
result.textContent = JSON.stringify({ errors, found });
document.body.append(result);
"""

# Page, address after "#", and what to do there.
UNEXPECTED = """
  check("twelve rows", rows().length === 12);
  check("the summary", $("#summary").textContent.includes("12 submissions"));
  check("four notices", $$("#notices .notice").length === 4);
  type($("#search"), "GREEDY");
  check("search", shownNames().join() === "boj-2580/greedy.cpp");
  check("the count of shown rows", $("#shown").textContent === "1 of 12 shown");
  type($("#search"), "");
  choose($("#verdict-choice"), String([...$("#verdict-choice").options].find((each) => each.textContent === "TLE").value));
  check("filter by verdict", shownNames().join() === "boj-2580/slow.py,boj-2580/waits.cpp");
  choose($("#verdict-choice"), "");
  column("cpu").click();
  check("sorted by time, the slowest first", shownNames()[0] === "boj-2580/slow.py");
  check("says how it is sorted", column("cpu").closest("th").getAttribute("aria-sort") === "descending");
  check("the focus stays on the header", document.activeElement === column("cpu"));
  column("cpu").click();
  check("turned", shownNames()[11] === "boj-2580/slow.py");
  column("submission").click();
  check("sorted by name", shownNames()[0] === "boj-2580/absent.kt");
  const row = rows().find((each) => each.dataset.name === "boj-2580/greedy.cpp"), button = $("button", row);
  check("closed at first", button.getAttribute("aria-expanded") === "false" && row.nextSibling.hidden);
  button.focus();
  check("reached by the keyboard", document.activeElement === button);
  button.click();
  const detail = row.nextSibling;
  check("opened", button.getAttribute("aria-expanded") === "true" && !detail.hidden);
  check("the address names it", decodeURIComponent(location.hash) === "#boj-2580/greedy.cpp");
  check("the difference is marked in both", $$("mark", detail).map((each) => each.textContent).join() === "3,5");
  check("the input is there", detail.textContent.includes("0 3 5 4 6 9 2 7 8"));
  check("time against the limit", $$("svg .limit", detail).length === 2);
  check("the failed case is a cross", $(".crosses", detail).getAttribute("d").length > 0);
  check("a table of three cases", $$(".cases > tbody > tr:not(.detail)", detail).length === 3);
  $(".cases .open", detail).click();
  check("a case opens in place", !$(".cases tr.detail", detail).hidden);
  button.click();
  check("closed again", detail.hidden);
  button.click();
  $('[data-tongue="ko"]').click();
  check("Korean", document.documentElement.lang === "ko" && $("#summary").textContent.includes("제출 12개"));
  check("BOJ's words", rows().some((each) => each.textContent.includes("틀렸습니다")));
  check("what was open stays open", $$("#table > tbody > tr.detail:not([hidden])").length === 1);
  for (const each of $$("#table > tbody > tr:not(.detail) .open")) if (each.getAttribute("aria-expanded") === "false") each.click();
  check("all open in Korean", $$("#table > tbody > tr.detail:not([hidden])").length === 12);
  const light = getComputedStyle(document.body).backgroundColor;
  $('[data-theme-choice="dark"]').click();
  check("dark", getComputedStyle(document.body).backgroundColor === "rgb(13, 17, 23)");
  $('[data-theme-choice="light"]').click();
  check("light", getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)");
  check("verdict matrix", $$("#matrix svg").length === 12);
"""
NAMES = """
  check("three rows", rows().length === 3);
  for (const each of $$("#table .open")) each.click();
  check("markup in names is text", document.body.textContent.includes("<\\/script><script>alert(1)<\\/script>"));
  check("Hangul names", shownNames().includes("별찍기/별 찍기 (1).cpp"));
  check("no line is wider than the page", document.documentElement.scrollWidth <= document.documentElement.clientWidth);
"""
POINTS = """
  check("opened by its address", $$("#table > tbody > tr.detail:not([hidden])").length === 1);
  check("and focused", document.activeElement.textContent === "half.cpp");
  check("points", document.body.textContent.includes("40 of 100 points"));
  check("groups", $$("tr.detail table").length === 2);
  check("repeated runs", $$("tr.detail svg").length === 3);
  column("verdict").click();
  check("sorted by verdict", shownNames().join() === "paths/full.cpp,paths/half.cpp");
"""
EVERYTHING = """
  $("#table .open").click();
  $(".cases .open").click();
  check("transcript and stderr", $$("tr.detail pre").length >= 5);
  check("the problem's page", $("#problems a").href === "https://example.org/1");
"""
NOTHING = """
  check("no row", rows().length === 0);
  check("says so", $("#summary").textContent.includes("nothing was judged"));
"""
LARGE = """
  found.opened_ms = Math.round(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd || performance.now());
  check("four rows", rows().length === 4);
  const before = performance.now();
  $("#table .open").click();
  found.detail_ms = Math.round(performance.now() - before);
  check("a page of a hundred cases", $$(".cases > tbody > tr:not(.detail)").length === 100);
  check("pages", $(".pages").textContent.includes("page 1 of 25"));
  [...$$(".pages button")].pop().click();
  check("the next page", $(".cases td").textContent === "secret/00100");
  type($('.detail input[type="search"]'), "secret/02499");
  check("search in cases", $$(".cases > tbody > tr:not(.detail)").length === 1);
  check("the source beside it", $$("tr.detail pre .line").length === 5);
  check("history", $$("#trends svg").length === 4 && !$("#trends-section").hidden);
  check("ratios", $$("#ratios svg").length === 1 && !$("#ratios-section").hidden);
  check("what is left out is said", $("tr.detail").textContent.includes("are left out of this file"));
"""


class Browser:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def dump(self, address, width=1280):
        """The document after its scripts ran, and what the browser said."""
        profile = tempfile.mkdtemp(dir=self.folder)
        environment = {**os.environ, "HOME": profile, "XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile, "XDG_RUNTIME_DIR": profile}
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
                 f"--window-size={width},1000", "--enable-logging=stderr", "--dump-dom"]
        process = subprocess.Popen([self.program, *flags, address], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment, start_new_session=True)
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def find_browser():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        program = shutil.which(name)
        if program:
            return program
    return None


def unescaped(text):
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", " "), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


def problems_of(browser, page, anchor, script, width):
    """What is wrong with one page."""
    text = page.read_text(encoding="utf-8")
    watch = '<script>window.alert = () => { window.alerted = true; };</script>'
    test = f"<script>{{ {COMMON % script} }}</script>"
    copy = page.with_suffix(".test.html")
    # The test's own two scripts: one before the page's, to see an alert, and one after it.
    copy.write_text(text.replace("<style>", watch + "<style>", 1).replace("</body>", test + "</body>"), encoding="utf-8")
    dom, said = browser.dump(copy.as_uri() + anchor, width)
    for line in said.splitlines():
        if ":CONSOLE" in line and re.search("Uncaught|Refused|[Ee]rror|[Vv]iolat", line):
            yield "console: " + line[:300]
    match = re.search(r'<pre id="test-result">(.*?)</pre>', dom, re.S)
    if not match:
        yield "the page's script did not come to its end"
        return
    result = json.loads(unescaped(match.group(1)))
    yield from result["errors"]
    if result["found"]:
        print(f"{page.name}: {result['found']}")


def rendered(tool, fixture, folder):
    page = folder / f"{fixture}.html"
    with open(FIXTURES / fixture / "reports.json", "rb") as reports:
        page.write_bytes(subprocess.run([tool, "render", "html", "en"], stdin=reports, stdout=subprocess.PIPE, check=True).stdout)
    return page


def main():
    program = find_browser()
    if program is None:
        print("skipped: there is no Chromium (package chromium)")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        browser = Browser(program, name)
        blank = folder / "blank.html"
        blank.write_text("<p>ready</p>", encoding="utf-8")
        dom, said = browser.dump(blank.as_uri())
        if "ready" not in dom:
            print(f"skipped: {program} does not start here: {said[-300:]}")
            return 77
        large = folder / "large.html"
        large.write_bytes(subprocess.run([sys.argv[1], "synthesize", "10000"], stdout=subprocess.PIPE, check=True).stdout)
        pages = [
            (rendered(sys.argv[1], "unexpected", folder), "", UNEXPECTED, 1280),
            (rendered(sys.argv[1], "names", folder), "", NAMES, 1280),
            (rendered(sys.argv[1], "points", folder), "#paths%2Fhalf.cpp", POINTS, 600),
            (rendered(sys.argv[1], "everything", folder), "", EVERYTHING, 1280),
            (rendered(sys.argv[1], "nothing", folder), "", NOTHING, 1280),
            (large, "", LARGE, 1280),
        ]
        failures = 0
        for page, anchor, script, width in pages:
            for problem in problems_of(browser, page, anchor, script, width):
                print(f"{page.name}: {problem}")
                failures += 1
    print(f"{len(pages)} pages, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
