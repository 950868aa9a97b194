#!/usr/bin/env python3
"""Holds the approved JUnit reports against what their readers ask for: well-formed XML, the elements and attributes of
Jenkins' junit-10.xsd (and the properties of a test case, as ctest writes them), and attributes that count what is there.
"""

import pathlib
import sys
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out", "system-err"},
    "testcase": {"properties", "skipped", "error", "failure", "system-out", "system-err"},
    "properties": {"property"},
}
ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors", "skipped"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "file"},
    "testcase": {"name", "classname", "file", "time"},
    "property": {"name", "value"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


def problems_of(element):
    for name in element.attrib:
        if name not in ATTRIBUTES.get(element.tag, set()):
            yield f"<{element.tag}> has the unknown attribute {name}"
    if element.tag in ("testsuites", "testsuite"):
        for attribute, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            if int(element.get(attribute)) != len(list(element.iter(tag))):
                yield f"<{element.tag}> says {attribute}={element.get(attribute)}"
    if element.tag == "testsuite" and element.find("testcase") is None:
        yield "a suite without test cases passes unseen"
    for child in element:
        if child.tag not in CHILDREN.get(element.tag, set()):
            yield f"<{element.tag}> holds <{child.tag}>"
        yield from problems_of(child)


def main():
    paths = sorted(ROOT.glob("harness/fixtures/report/*/expected.xml"))
    failures = 0 if paths else 1
    for path in paths:
        root = ET.fromstring(path.read_bytes())
        for problem in problems_of(root):
            print(f"{path.relative_to(ROOT)}: {problem}")
            failures += 1
    print(f"{len(paths)} documents, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
