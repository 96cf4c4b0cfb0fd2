#!/usr/bin/env python3
"""Sets a property from Python: what has been measured, one value after the other. thermometer.py VALUE…"""

import pathlib
import sys

# The client is a folder without dependencies; copy it beside your program, and this line goes.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "clients/python"))
from combined import Client

with Client() as client:
    for measured in sys.argv[1:]:
        client.call("store.set", path="thermostat.measured", value=float(measured))
