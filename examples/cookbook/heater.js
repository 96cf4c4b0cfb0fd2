#!/usr/bin/env node
'use strict';
// Watches a property from Node, and switches a heater whenever it changes.

// The client is one file without dependencies; copy it beside your program.
const { Client } = require('../clients/node/combined.js');

async function main() {
  const client = new Client();
  for await (const event of client.subscribe(['thermostat.isHeating'])) {
    // What is there already comes as a snapshot, what happens later as changes.
    for (const { value } of event.entries ?? event.changes ?? []) console.log(value ? 'heater on' : 'heater off');
  }
}

main();
