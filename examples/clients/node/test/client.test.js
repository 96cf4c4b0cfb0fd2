'use strict';
// The library: what the program watch.js does not show. A daemon that answers by itself is at the other end.

const assert = require('node:assert');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');
const { test } = require('node:test');
const { Client, Lost, Refused } = require('../combined.js');

/** Answers as a daemon does. */
function answers({ id, method, params }) {
  switch (method) {
    case 'session.hello': return [{ id, result: { protocol: '1', epoch: 'e1', rev: 5 } }];
    case 'sub.open':
      return [
        { id, result: { sub: params.sub, rev: 5, effective: {} } },
        { method: 'sub.event', params: { sub: params.sub, n: 1, type: 'ready', rev: 5, count: 0 } },
      ];
    case 'refuse':
      return [{ id, error: { code: -32002, message: 'No.', data: { kind: 'notFound', retry: 'never' } } }];
    case 'hang.up': return null;
    default: return [{ id, result: params || {} }];
  }
}

async function withDaemon(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'combined-'));
  const heard = [];
  const server = net.createServer((socket) => {
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const lines = (rest + bytes).split('\n');
      rest = lines.pop();
      for (const message of lines.map((line) => JSON.parse(line))) {
        heard.push(message.method);
        const replies = answers(message);
        if (!replies) return socket.destroy();
        for (const reply of replies) socket.write(JSON.stringify({ jsonrpc: '2.0', ...reply }) + '\n');
      }
    });
  });
  server.listen(folder + '/sock');
  await once(server, 'listening');
  const client = new Client({ path: folder + '/sock' });
  try {
    await body(client, heard);
  } finally {
    client.close();
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}

test('calls', () => withDaemon(async (client) => {
  const many = await Promise.all(Array.from({ length: 100 }, (_, n) => client.call('echo', { n })));
  assert.deepStrictEqual(many.map(({ n }) => n), Array.from({ length: 100 }, (_, n) => n));
  await assert.rejects(client.call('refuse'), (error) => error instanceof Refused && error.kind === 'notFound');
  await assert.rejects(client.call('hang.up'), Lost);
  // The next call waits for the next connection.
  assert.deepStrictEqual(await client.call('echo', { n: 1 }), { n: 1 });
}));

test('a subscription is opened again, and leaving its loop closes it', () => withDaemon(async (client, heard) => {
  let readies = 0;
  for await (const event of client.subscribe(['a'], { name: 'main' })) {
    assert.strictEqual(event.type, 'ready');
    readies += 1;
    if (readies === 1) client.call('hang.up').catch(() => {});
    if (readies === 2) break;
  }
  await client.call('echo');
  assert.strictEqual(heard.filter((method) => method === 'sub.open').length, 2);
  assert.ok(heard.includes('sub.close'));
}));

test('without a daemon', async () => {
  const client = new Client({ path: '/nonexistent/sock' });
  await assert.rejects(client.call('echo'), { code: 'ENOENT' });
  client.close();
});
