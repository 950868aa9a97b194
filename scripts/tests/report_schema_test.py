#!/usr/bin/env python3
"""Holds the approved JSON reports against the published schema, twice: as published, and with every unknown key
refused, so that a new field cannot be forgotten in the schema. Exits with 77 when the jsonschema module is absent."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "harness/data/report.schema.json"
REPORTS = sorted(ROOT.glob("harness/fixtures/report/*/expected.json"))


def closed(schema):
    """The schema with every object closed that lists its properties."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        result.setdefault("additionalProperties", False)
    return result


def described(schema, name=""):
    """Every key that the schema lists, as definition.key."""
    keys = set()
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "properties":
                keys |= {f"{name}.{prop}" for prop in value}
            keys |= described(value, key if key not in ("properties", "items", "oneOf") else name)
    elif isinstance(schema, list):
        for item in schema:
            keys |= described(item, name)
    return keys


def occurring(value):
    """Every key that a document uses."""
    if isinstance(value, list):
        return set().union(*map(occurring, value), set())
    if isinstance(value, dict):
        return set(value) | set().union(*map(occurring, value.values()), set())
    return set()


def main():
    try:
        import jsonschema
    except ImportError:
        print("skipped: the module jsonschema is absent (package python3-jsonschema)")
        return 77
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    if not REPORTS:
        print("no expected.json below harness/fixtures/report")
        return 1
    failures = 0
    for path in REPORTS:
        document = json.loads(path.read_text(encoding="utf-8"))
        for form, name in ((schema, "as published"), (closed(schema), "with unknown keys refused")):
            for error in jsonschema.Draft202012Validator(form).iter_errors(document):
                place = "/".join(str(part) for part in error.absolute_path)
                print(f"{path.relative_to(ROOT)} ({name}) at {place}: {error.message[:300]}")
                failures += 1
    used = set().union(*(occurring(json.loads(path.read_text(encoding="utf-8"))) for path in REPORTS))
    for key in sorted(described(schema)):
        if key.split(".")[-1] not in used:
            print(f"the schema lists {key}, which no approved report has: is it written at all?")
            failures += 1
    broken = {"schema": 1, "reports": [{"problem": "p", "submission": "s", "verdict": "nice"}]}
    if jsonschema.Draft202012Validator(schema).is_valid(broken):
        print("the schema accepts a verdict that does not exist")
        failures += 1
    print(f"{len(REPORTS)} documents, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
