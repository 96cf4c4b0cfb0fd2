'use strict';
// A client of the daemon `combined` without dependencies. The protocol is described in Protocol/README.md.

const net = require('node:net');
const process = require('node:process');
const { EventEmitter } = require('node:events');
const { StringDecoder } = require('node:string_decoder');

/** Where the daemon listens: the first of these that is given, the same rule as combinectl's. */
function socketPath(environment = process.env) {
  if (environment.COMBINED_SOCKET) return environment.COMBINED_SOCKET;
  if (environment.XDG_RUNTIME_DIR) return `${environment.XDG_RUNTIME_DIR}/combined/sock`;
  return `${environment.TMPDIR || '/tmp'}/combined-${process.getuid()}/sock`;
}

/** The daemon said no. `kind` never changes and is for programs; the message is for people. */
class Refused extends Error {
  constructor(error) {
    const data = error.data || {};
    super([`${data.kind || 'internal'}: ${error.message}`, data.hint].filter(Boolean).join(' '));
    Object.assign(this, { name: 'Refused', code: error.code, kind: data.kind || 'internal', data });
  }

  /** Whether trying again would not help. */
  get isFinal() {
    return (this.data.retry || 'never') === 'never';
  }
}

/** The connection ended before the reply. Whether the request took effect is not known. */
class Lost extends Error {
  constructor() {
    super('the connection was lost before the reply');
    this.name = 'Lost';
  }
}

// The longest line that the daemon takes.
const LINE_BYTES_MAX = 1 << 20;

/** 50 ms, 100 ms, … 5 s, and a random part of it, so that many clients do not come back at once. */
const pause = (attempt) => Math.random() * Math.min(5000, 50 * 2 ** attempt);

/** The events of one subscription, for `for await`, or with `on('event', …)`. */
class Subscription extends EventEmitter {
  constructor(client, params) {
    super();
    Object.assign(this, { client, params, bookmark: null, number: 0, parts: [], isEnded: false });
  }

  get name() {
    return this.params.sub;
  }

  /** Ends it. No further event is delivered. */
  close() {
    if (this.isEnded) return;
    this.client.forget(this);
    if (this.client.isConnected) this.client.request('sub.close', { sub: this.name }, () => {});
    this.finish();
  }

  finish(error) {
    this.isEnded = true;
    this.emit('end', error);
  }

  async *[Symbol.asyncIterator]() {
    const waiting = [];
    let failure = null;
    let wake = () => {};
    const hear = (event) => {
      waiting.push(event);
      wake();
    };
    const end = (error) => {
      failure = error || null;
      wake();
    };
    this.on('event', hear).on('end', end);
    try {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        if (failure) throw failure;
        if (this.isEnded) return;
        await new Promise((resolve) => (wake = resolve));
      }
    } finally {
      this.off('event', hear).off('end', end);
      this.close();
    }
  }
}

/**
 * A connection to the daemon that comes back by itself.
 *
 *     const client = new Client();
 *     await client.call('store.set', { path: 'signup.username', value: 'ada' });
 *     for await (const event of client.subscribe(['signup.**'])) …
 *
 * Emits `connected` (the daemon's greeting), `lost`, `unreachable` (why), `notice`, and `request` of whom `provider.js` has made stores.
 */
class Client extends EventEmitter {
  constructor({ path = socketPath(), name = 'node' } = {}) {
    super();
    Object.assign(this, { path, name, pending: new Map(), subscriptions: new Map(), lastId: 0, attempt: 0 });
    this.connect();
  }

  get isConnected() {
    return this.socket !== null;
  }

  /** Ends the connection for good, and with it everything that it owns in the daemon. */
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.socket) this.socket.destroy();
    for (const subscription of [...this.subscriptions.values()]) subscription.finish();
    this.subscriptions.clear();
  }

  // Requests

  /** The result of a request. Rejects with `Refused`, `Lost`, or why no daemon is there. Never repeats it. */
  async call(method, params) {
    await this.attempted;
    return new Promise((resolve, reject) => {
      this.request(method, params, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  request(method, params, done) {
    if (!this.socket) return done(new Lost());
    this.lastId += 1;
    try {
      this.send({ id: this.lastId, method, params });
    } catch (error) {
      return done(error);
    }
    this.pending.set(this.lastId, done);
  }

  /** Sends what is not answered, such as `$/cancel` and `sub.demand`. */
  notify(method, params) {
    if (this.socket) this.send({ method, params });
  }

  send(message) {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    const bytes = Buffer.byteLength(line);
    if (bytes > LINE_BYTES_MAX) throw new Error(`the message has ${bytes} bytes, and a line has ${LINE_BYTES_MAX} at most`);
    this.socket.write(line + '\n');
  }

  // Subscriptions

  /** Opens a subscription, which survives lost connections: it is opened again where it was. */
  subscribe(paths, { name = `s${this.lastId + this.subscriptions.size}`, ...options } = {}) {
    if (this.subscriptions.has(name)) throw new Error(`a subscription named ${name} exists`);
    const subscription = new Subscription(this, { sub: name, paths, ...options });
    this.subscriptions.set(name, subscription);
    if (this.socket) this.open(subscription);
    return subscription;
  }

  /** A copy of everything that matches, complete when this resolves and kept up to date from then on. */
  mirror(paths, options) {
    return new Promise((resolve, reject) => {
      const mirror = new Mirror(this, this.subscribe(paths, options));
      mirror.once('ready', () => resolve(mirror));
      mirror.once('end', (error) => reject(error || new Lost()));
    });
  }

  open(subscription) {
    Object.assign(subscription, { number: 0, parts: [] });
    const { params, bookmark } = subscription;
    this.request('sub.open', bookmark ? { ...params, from: bookmark } : params, (error) => {
      // A connection that is lost, or an overload, is a reason to try again; the next connection does.
      if (!(error instanceof Refused)) return;
      if (!error.isFinal) return this.hangUp();
      this.forget(subscription);
      subscription.finish(error);
    });
  }

  forget(subscription) {
    this.subscriptions.delete(subscription.name);
  }

  // The connection

  connect() {
    this.socket = null;
    const socket = net.createConnection(this.path);
    let wasConnected = false;
    this.attempted = new Promise((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    // Who does not call does not have to hear of it here.
    this.attempted.catch(() => {});
    socket.on('connect', () => {
      wasConnected = true;
      this.socket = socket;
      this.greet();
    });
    // Half a letter at the end of a piece waits for its other half.
    const decoder = new StringDecoder('utf8');
    let rest = [];
    socket.on('data', (bytes) => {
      const lines = decoder.write(bytes).split('\n');
      if (lines.length > 1) {
        lines[0] = rest.join('') + lines[0];
        rest = [];
      }
      rest.push(lines.pop());
      for (const line of lines) this.receive(socket, line);
    });
    socket.on('error', (error) => wasConnected || this.emit('unreachable', error));
    socket.on('close', () => this.disconnected(wasConnected));
  }

  greet() {
    const client = { name: this.name, version: '1', pid: process.pid };
    this.request('session.hello', { protocols: ['1'], client, features: ['parts'] }, (error, result) => {
      if (!error) {
        this.epoch = result.epoch;
        this.attempt = 0;
        this.emit('connected', result);
      } else if (error instanceof Refused) {
        // It speaks another version: nothing that follows would be understood.
        for (const subscription of [...this.subscriptions.values()]) {
          this.forget(subscription);
          subscription.finish(error);
        }
      }
    });
    for (const subscription of this.subscriptions.values()) this.open(subscription);
  }

  disconnected(wasConnected) {
    this.socket = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const done of pending) done(new Lost());
    if (wasConnected) this.emit('lost');
    if (this.isClosed) return;
    // Calls made meanwhile wait for the next attempt.
    let connected;
    this.attempted = new Promise((resolve) => (connected = resolve));
    this.attempted.catch(() => {});
    this.timer = setTimeout(() => {
      this.connect();
      connected(this.attempted);
    }, pause(this.attempt));
    this.attempt = Math.min(this.attempt + 1, 20);
  }

  /** What comes cannot be right, or is not wanted: a new connection resumes. */
  hangUp() {
    if (this.socket) this.socket.destroy();
  }

  receive(socket, line) {
    if (socket.destroyed) return;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return this.hangUp();
    }
    for (const one of Array.isArray(message) ? message : [message]) this.take(one);
  }

  take({ id, method, params, result, error }) {
    if (method === 'sub.event') {
      this.takeEvent(params);
    } else if (method === 'session.notice') {
      this.emit('notice', params);
    } else if (method === 'provide.request') {
      this.emit('request', params);
    } else if (method === 'session.ping' && id !== undefined) {
      this.send({ id, result: { t: (params || {}).t } });
    } else if (method !== undefined && id !== undefined) {
      const data = { kind: 'methodNotFound' };
      this.send({ id, error: { code: -32601, message: 'A client has no such method.', data } });
    } else if (method === undefined && this.pending.has(id)) {
      const done = this.pending.get(id);
      this.pending.delete(id);
      done(error ? new Refused(error) : null, result);
    }
  }

  takeEvent(params) {
    const subscription = this.subscriptions.get(params.sub);
    if (!subscription) return;
    if (params.n !== subscription.number + 1) return this.hangUp();
    subscription.number += 1;
    const event = joined(subscription, params);
    if (!event) return;
    const { type, rev, reason, resume } = event;
    // A snapshot may be one of several, and what comes with it too: only from `ready` on everything was delivered.
    if (type === 'ready' || type === 'progress' || (type === 'change' && subscription.bookmark)) {
      subscription.bookmark = { epoch: this.epoch, rev };
    }
    subscription.emit('event', event);
    if (isFinal(event)) {
      this.forget(subscription);
      subscription.finish();
    } else if (type === 'end') {
      if (resume) subscription.bookmark = resume;
      // Too slow for what was asked: go on from where it was cut off. After a shutdown the next connection does.
      if (reason === 'slow') this.open(subscription);
    }
  }
}

/**
 * A copy of a part of the daemon's state: `values` is a Map by path in which nobody sees half a commit, or half a snapshot.
 * Emits `change` with the paths that have a new value or are gone, and `end`.
 */
class Mirror extends EventEmitter {
  constructor(client, subscription) {
    super();
    // While it is not in sync the connection is lost, or what was missed is still coming: these are the values known last.
    Object.assign(this, { subscription, values: new Map(), rev: 0, inSync: false, incoming: null });
    const lost = () => (this.inSync = false);
    client.on('lost', lost);
    subscription.on('event', (event) => this.take(event));
    subscription.on('end', (error) => {
      this.inSync = false;
      client.off('lost', lost);
      this.emit('end', error);
    });
  }

  close() {
    this.subscription.close();
  }

  take(event) {
    if (event.type === 'gap' && event.reason !== 'overflow') {
      this.incoming = new Map();
      this.inSync = false;
    } else if (event.type === 'snapshot') {
      this.incoming = this.incoming || new Map();
      for (const { path, value } of event.entries) this.incoming.set(path, value);
    } else if (event.type === 'ready') {
      [this.rev, this.inSync] = [event.rev, true];
      const before = this.values;
      if (this.incoming) [this.values, this.incoming] = [this.incoming, null];
      this.changed([...new Set([...before.keys(), ...this.values.keys()])].filter((path) =>
        JSON.stringify(before.get(path)) !== JSON.stringify(this.values.get(path))));
      this.emit('ready');
    } else if (event.type === 'change') {
      this.rev = event.rev;
      for (const { path, op, value } of event.changes) {
        if (op === 'remove') this.values.delete(path);
        else this.values.set(path, value);
      }
      this.changed(event.changes.map(({ path }) => path));
    } else if (event.type === 'progress') {
      this.rev = event.rev;
    }
  }

  changed(paths) {
    if (paths.length) this.emit('change', paths);
  }
}

/** An event too long for a line comes in pieces, and happens when the last is here; null until then. */
function joined(subscription, event) {
  if (event.type !== 'part') return event;
  subscription.parts.push(event.text);
  if (event.part < event.parts) return null;
  const whole = JSON.parse(subscription.parts.join(''));
  subscription.parts = [];
  return { ...whole, sub: event.sub, n: event.n };
}

/** Whether nothing of its subscription follows, not even after it was opened again. */
const isFinal = ({ type, reason }) =>
  type === 'complete' || type === 'failed' || (type === 'end' && reason !== 'slow' && reason !== 'shutdown');

module.exports = { Client, LINE_BYTES_MAX, Lost, Mirror, Refused, Subscription, socketPath };
