#!/usr/bin/env node
// The smallest client: `minimal.js get PATH`, `minimal.js set PATH JSON`, `minimal.js watch PATH...`.
'use strict';
const net = require('node:net');
const readline = require('node:readline');

const { COMBINED_SOCKET, XDG_RUNTIME_DIR, TMPDIR } = process.env;
const path = COMBINED_SOCKET
  || (XDG_RUNTIME_DIR ? `${XDG_RUNTIME_DIR}/combined/sock` : `${TMPDIR || '/tmp'}/combined-${process.getuid()}/sock`);
const [verb, ...words] = process.argv.slice(2);

function fail(message) {
  console.error(message);
  process.exit(1);
}

const daemon = net.createConnection(path);
daemon.on('error', (error) => fail(error.message));
daemon.on('close', () => fail('the daemon has gone'));

const [method, params] = {
  get: () => ['store.get', { path: words[0] }],
  set: () => ['store.set', { path: words[0], value: JSON.parse(words[1]) }],
  watch: () => ['sub.open', { sub: 'main', paths: words }],
}[verb]();
daemon.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);

readline.createInterface({ input: daemon, crlfDelay: Infinity }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.error) fail(message.error.message);
  if (message.result && verb !== 'watch') {
    console.log(JSON.stringify(verb === 'get' ? message.result.value : message.result.rev));
    process.exit(0);
  }
  const { entries = [], changes = [] } = message.params || {};
  for (const entry of [...entries, ...changes]) {
    console.log(`${entry.path} = ${JSON.stringify(entry.value ?? null)}`);
  }
});
