"""Holds messages against the JSON Schemas of ../schemas: of JSON Schema as much as those use, and nothing else."""

import json
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "schemas")
REMARKS = {"$schema", "$id", "$defs", "title", "description", "default", "x-path", "x-source", "pattern"}
TYPES = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int, "boolean": bool, "null": type(None)}
DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")


def read():
    schemas = {}
    for name in os.listdir(FOLDER):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            schemas[name] = json.load(file)
    return schemas


SCHEMAS = read()


def is_of(value, name):
    # True is an int in Python and no number in JSON.
    return isinstance(value, TYPES[name]) and (name in ("boolean", "null") or not isinstance(value, bool))


def check(value, schema, file, place):
    """What is wrong with a value, or None. References without a file are about `file`."""
    if not isinstance(schema, dict):
        return None if schema else f"{place} must not be there"
    for keyword, expected in schema.items():
        complaint = None
        if keyword == "$ref":
            complaint = follow(value, expected, file, place)
        elif keyword == "const":
            complaint = None if value == expected else f"is {value!r}, not {expected!r}"
        elif keyword == "enum":
            complaint = None if value in expected else f"is {value!r}, none of {expected}"
        elif keyword == "anyOf":
            complaints = [check(value, choice, file, place) for choice in expected]
            if all(complaints):
                return complaints[0]
        elif keyword == "type":
            names = expected if isinstance(expected, list) else [expected]
            complaint = None if any(is_of(value, name) for name in names) else f"is {value!r}, not of type {expected}"
        elif keyword == "format":
            good = not isinstance(value, str) or DATE_TIME.fullmatch(value)
            complaint = None if good else f"is {value!r}, no {expected}"
        elif keyword in ("minimum", "maximum"):
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            is_out = is_number and (value < expected if keyword == "minimum" else value > expected)
            complaint = f"is {value!r}, beyond the {keyword} of {expected}" if is_out else None
        elif keyword == "required" and isinstance(value, dict):
            missing = [name for name in expected if name not in value]
            complaint = f"lacks {missing}" if missing else None
        elif keyword == "properties" and isinstance(value, dict):
            for name in value.keys() & expected.keys():
                inner = check(value[name], expected[name], file, f"{place}.{name}")
                if inner:
                    return inner
        elif keyword == "additionalProperties" and expected is False and isinstance(value, dict):
            unknown = sorted(value.keys() - schema.get("properties", {}).keys())
            complaint = f"has {unknown}, described nowhere" if unknown else None
        elif keyword == "items" and isinstance(value, list):
            for index, element in enumerate(value):
                inner = check(element, expected, file, f"{place}[{index}]")
                if inner:
                    return inner
        elif keyword not in REMARKS | {"required", "properties", "additionalProperties", "items"}:
            complaint = f"is described with '{keyword}', which is not known here"
        if complaint:
            return complaint if complaint.startswith(place) else f"{place} {complaint}"
    return None


def follow(value, target, file, place):
    name, _, path = target.partition("#/")
    schema = SCHEMAS[name or file]
    for step in path.split("/"):
        schema = schema[step]
    return check(value, schema, name or file, place)


class Conversation:
    """One connection: which requests wait for their replies."""

    def __init__(self):
        self.asked = {}

    def sent(self, message):
        """What is wrong with what a client has sent, or None."""
        if not isinstance(message, dict):
            return None
        method = message.get("method")
        if method is None:
            return None
        file = {"$/cancel": "cancel"}.get(method, str(method)) + ".json"
        if "id" in message:
            self.asked[json.dumps(message["id"])] = file
        if file not in SCHEMAS:
            return f"there is no method {method!r}"
        params = SCHEMAS[file]["$defs"]["params"]
        return check(message.get("params", {}), params, file, f"params of {method}")

    def received(self, message):
        """What is wrong with what the daemon has sent, or None. New types and members are no errors."""
        if isinstance(message, list):
            return next(filter(None, map(self.received, message)), None)
        if not isinstance(message, dict):
            return f"{message!r} is no message"
        method = message.get("method")
        if method in ("sub.event", "session.notice"):
            file = method + ".json"
            kind = message.get("params", {}).get("type")
            for choice in SCHEMAS[file]["$defs"]["params"]["anyOf"]:
                if choice["properties"]["type"]["const"] == kind:
                    return check(message["params"], choice, file, f"{method} {kind}")
            return None
        if "error" in message:
            self.asked.pop(json.dumps(message.get("id")), None)
            return follow(message, "common.json#/$defs/errorReply", "common.json", "the error")
        file = self.asked.pop(json.dumps(message.get("id")), None)
        if method is None and file in SCHEMAS:
            return follow(message, f"{file}#/$defs/reply", file, f"the reply to {file[:-5]}")
        return None
