#!/usr/bin/env python3
"""The server's rules, one after the other: python3 -B test_server.py"""

import http.server
import json
import threading
import unittest
import urllib.error
import urllib.request

import server


class Silent(server.Handler):
    def log_message(self, format, *arguments):
        pass


class ServerTest(unittest.TestCase):
    rules = "strict"

    def setUp(self):
        server.Handler.rules = self.rules
        server.Handler.maintenance_requests = 0
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def tearDown(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def get(self, query):
        """Status, body and Retry-After of one request."""
        url = "http://127.0.0.1:%d/isUserNameAvailable%s" % (self.server.server_address[1], query)
        try:
            with urllib.request.urlopen(url) as answer:
                return answer.status, json.load(answer), answer.headers.get("Retry-After")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error), error.headers.get("Retry-After")


class PlainRules(ServerTest):
    rules = "plain"

    def test_taken_names(self):
        for name in ["peterfriese", "johnnyappleseed", "page", "johndoe"]:
            self.assertEqual(self.get("?userName=" + name), (200, {"isAvailable": False, "userName": name}, None))

    def test_free_name(self):
        self.assertEqual(self.get("?userName=ada"), (200, {"isAvailable": True, "userName": "ada"}, None))

    def test_missing_name_is_unknown(self):
        self.assertEqual(self.get(""), (200, {"isAvailable": True, "userName": "unknown"}, None))


class StrictRules(ServerTest):
    def test_refusals(self):
        for query, reason in [
            ("", "Username parameter missing"),
            ("?userName=", "Username must not be empty"),
            ("?userName=abc", "Username is too short."),
            ("?userName=admin", "Username is not valid: admin."),
            ("?userName=superuser", "Username is not valid: admin."),
        ]:
            self.assertEqual(self.get(query), (400, {"error": True, "reason": reason}, None))

    def test_broken(self):
        self.assertEqual(
            self.get("?userName=servererror"), (500, {"error": True, "reason": "The database is corrupted"}, None)
        )

    def test_every_third_request_passes_maintenance(self):
        refusal = {"error": True, "reason": "Temporarily unavailable for maintenance"}
        for turn in range(1, 7):
            if turn % 3 == 0:
                expected = (200, {"isAvailable": True, "userName": "maintenance"}, None)
            else:
                expected = (500, refusal, "120")
            self.assertEqual(self.get("?userName=maintenance"), expected)
            self.assertEqual(self.get("?userName=maintenance!"), (500, refusal, "120"))

    def test_answer_without_name(self):
        self.assertEqual(self.get("?userName=illegalresponse"), (200, {"isAvailable": True}, None))

    def test_taken_and_free(self):
        self.assertEqual(self.get("?userName=page")[1]["isAvailable"], False)
        self.assertEqual(self.get("?userName=adalovelace")[1]["isAvailable"], True)


del ServerTest  # Only its kinds are run.

if __name__ == "__main__":
    unittest.main()
