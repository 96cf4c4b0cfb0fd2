#!/usr/bin/env python3
"""A server that knows which user names are free, and misbehaves in every way a form has to cope with.

  server.py [--port 8080] [--rules plain|strict] [--retry-after SECONDS]

GET /isUserNameAvailable?userName=x   200 {"isAvailable": true, "userName": "x"}

plain   every name gets an answer; a missing one counts as "unknown"
strict  bad names are refused with 400 {"error": true, "reason": "…"}; some names make trouble:
        servererror      500, always
        maintenance      500 with Retry-After; every third request of all succeeds
        maintenance!     500 with Retry-After, always
        illegalresponse  200 without userName

It prints the port it listens on (0 chooses a free one), then one line per request. Python's standard library only.
"""

import argparse
import http.server
import json
import sys
import urllib.parse

TAKEN = {"peterfriese", "johnnyappleseed", "page", "johndoe"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    rules = "plain"
    retry_after = 120
    maintenance_requests = 0

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/isUserNameAvailable":
            return self.refuse(404, "Not found")
        names = urllib.parse.parse_qs(url.query, keep_blank_values=True).get("userName")
        if self.rules == "plain":
            return self.availability(names[0] if names else "unknown")
        if names is None:
            return self.refuse(400, "Username parameter missing")
        name = names[0]
        if name == "":
            return self.refuse(400, "Username must not be empty")
        if len(name) <= 3:
            return self.refuse(400, "Username is too short.")
        if name in ("admin", "superuser"):
            return self.refuse(400, "Username is not valid: admin.")
        if name == "servererror":
            return self.refuse(500, "The database is corrupted")
        if name == "maintenance":
            Handler.maintenance_requests += 1
            if Handler.maintenance_requests % 3 != 0:
                return self.maintenance()
        if name == "maintenance!":
            return self.maintenance()
        if name == "illegalresponse":
            return self.answer(200, {"isAvailable": True})
        return self.availability(name)

    def availability(self, name):
        self.answer(200, {"isAvailable": name not in TAKEN, "userName": name})

    def maintenance(self):
        self.refuse(500, "Temporarily unavailable for maintenance", {"Retry-After": str(self.retry_after)})

    def refuse(self, status, reason, headers={}):
        self.answer(status, {"error": True, "reason": reason}, headers)

    def answer(self, status, value, headers={}):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        print(format % arguments, flush=True)


def main():
    parser = argparse.ArgumentParser(description="knows which user names are free")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--rules", choices=["plain", "strict"], default="plain")
    parser.add_argument("--retry-after", type=int, default=120, metavar="SECONDS")
    options = parser.parse_args()
    Handler.rules = options.rules
    Handler.retry_after = options.retry_after
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    print(server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
