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
    case 'tell':
      return [
        ...params.events.map((event) => ({ method: 'sub.event', params: { sub: 'mirror', ...event } })),
        { id, result: {} },
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

test('a mirror is whole, or as it was', () => withDaemon(async (client) => {
  const mirror = await client.mirror(['a'], { name: 'mirror' });
  const heard = [];
  mirror.on('change', (paths) => heard.push([mirror.rev, ...paths.sort()]));
  const tell = (...events) => client.call('tell', { events });
  assert.deepStrictEqual([mirror.inSync, mirror.rev, mirror.values.size], [true, 5, 0]);
  await tell({ n: 2, type: 'change', rev: 6, changes: [{ path: 'a.n', op: 'set', value: 1, v: 1 }] });
  await tell(
    { n: 3, type: 'gap', reason: 'retention', from: 6, to: 9 },
    { n: 4, type: 'snapshot', rev: 9, entries: [{ path: 'a.m', value: 2, rev: 9 }] });
  assert.deepStrictEqual([mirror.inSync, ...mirror.values], [false, ['a.n', 1]]);
  await tell({ n: 5, type: 'ready', rev: 9, count: 1 });
  assert.deepStrictEqual([mirror.inSync, ...mirror.values], [true, ['a.m', 2]]);
  await tell({ n: 6, type: 'change', rev: 10, changes: [{ path: 'a.m', op: 'remove', v: 2 }] });
  assert.deepStrictEqual(heard, [[6, 'a.n'], [9, 'a.m', 'a.n'], [10, 'a.m']]);
  await assert.rejects(client.call('hang.up'), Lost);
  await client.call('echo');
  await client.call('echo');
  assert.strictEqual(mirror.inSync, true);
}));

test('without a daemon', async () => {
  const client = new Client({ path: '/nonexistent/sock' });
  await assert.rejects(client.call('echo'), { code: 'ENOENT' });
  client.close();
});
