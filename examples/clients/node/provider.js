'use strict';
// A process whose objects are stores of the daemon: read, watched, set and called by everybody.

const { Lost, Refused } = require('./combined.js');

/**
 * Makes stores of objects, and does what others ask of them.
 *
 *     const provider = new Provider(client, 'till', { namespace: 'shop' });
 *     const cart = provider.expose('cart', { coupon: '', total: 0, add({ price }) { … } }, {
 *       properties: { coupon: { type: 'String', settable: true }, total: 'Double' },
 *       methods: { add: { parameters: { price: 'Double' }, result: 'Int' } },
 *     });
 *     await provider.open();
 *
 * Write to what `expose` returns: what changes in one turn is told as one commit. A method is given its arguments as one
 * object by name; it may be asynchronous, and what it throws the asker is told. A setter that throws refuses a value. What
 * cannot be told, since it is not of its type or too large, `onRefusal` is given as a sentence; all else is told.
 */
class Provider {
  constructor(client, name, { namespace, types = [], deadlineMs = 5000 } = {}) {
    Object.assign(this, { client, name, namespace, types, deadlineMs, stores: new Map(), told: new Map() });
    Object.assign(this, { isOpen: false, isDue: false, missed: 0, count: 0, changedAt: new Map() });
    this.onRefusal = (text) => console.error(text);
    client.on('request', (request) => this.perform(request));
    client.on('lost', () => (this.isOpen = false));
    client.on('connected', () => this.stores.size && this.wantsOpen && this.open().catch(() => {}));
  }

  expose(name, object, { type, properties, methods = {} }) {
    const described = Object.entries(properties).map(([key, one]) =>
      typeof one === 'string' ? { name: key, type: one } : { name: key, ...one });
    const offered = Object.entries(methods).map(([key, { parameters = {}, result }]) => ({
      name: key, throws: true, async: true, ...(result && { result }),
      parameters: Object.entries(parameters).map(([parameter, swift]) => ({ name: parameter, type: swift })),
    }));
    this.stores.set(name, { object, type, properties: described, methods: offered });
    const changed = () => this.changed();
    return new Proxy(object, {
      set(target, key, value) {
        const done = Reflect.set(target, key, value);
        changed();
        return done;
      },
    });
  }

  /** Makes the stores, and from then on comes back to them by itself. */
  async open() {
    this.wantsOpen = true;
    await this.client.call('provide.close', { provider: this.name }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    for (const { path, value } of this.values()) this.told.set(path, JSON.stringify(value));
    const stores = [...this.stores].map(([name, { type, object, properties, methods }]) => ({
      name, ...(type && { type }), methods,
      properties: properties.map((property) => ({ ...property, value: plain(object[property.name]) })),
    }));
    const { name: provider, namespace, types, deadlineMs, missed } = this;
    const params = { provider, types, stores, deadlineMs, missed, ...(namespace && { namespace }) };
    const result = await this.client.call('provide.open', params);
    Object.assign(this, { isOpen: true, missed: 0, count: 0, changedAt: new Map() });
    this.changed();
    return result;
  }

  values() {
    return [...this.stores].flatMap(([name, { object, properties }]) =>
      properties.map((property) => ({ path: `${name}.${property.name}`, value: plain(object[property.name]) })));
  }

  /** What is another than it was told to be. */
  changes() {
    const found = this.values().filter(({ path, value }) => this.told.get(path) !== JSON.stringify(value));
    for (const { path, value } of found) this.told.set(path, JSON.stringify(value));
    return found;
  }

  changed() {
    if (this.isDue || !this.isOpen) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.tell();
    });
  }

  /** Says what has changed; needed only for what was written elsewhere than to what `expose` has returned. */
  tell() {
    if (!this.isOpen) return;
    const changes = this.changes();
    if (changes.length) this.change(changes);
  }

  /** Tells of changes in one commit, or each by itself where that is refused. */
  change(changes) {
    this.note(changes);
    this.client.call('provide.change', { provider: this.name, changes }).catch((error) => this.apart(changes, error));
  }

  /** Some of it cannot be told: what can be is. */
  apart(changes, error) {
    if (error instanceof Lost) this.missed += 1;
    else if (changes.length > 1) for (const change of changes) this.change([change]);
    else {
      for (const { path } of changes) {
        this.missed += 1;
        this.onRefusal(`'${path}' is not told: ${error.message}`);
      }
    }
  }

  note(changes) {
    this.count += 1;
    for (const { path } of changes) this.changedAt.set(path, this.count);
  }

  async perform(request) {
    if (request.provider !== this.name || !['set', 'call'].includes(request.type)) return;
    // What the object has done by itself is no consequence of this.
    this.tell();
    const answer = {};
    const beats = setInterval(() => this.answer(request, { working: true }), this.deadlineMs / 2);
    try {
      const value = request.type === 'set' ? this.set(request) : await this.run(request);
      if (value !== undefined) answer.value = plain(value);
    } catch (error) {
      answer.error = (error && error.message) || String(error);
    } finally {
      clearInterval(beats);
    }
    this.answer(request, answer);
  }

  answer({ request }, answer) {
    const changes = this.changes();
    this.note(changes);
    this.client.call('provide.answer', { provider: this.name, request, changes, ...answer }).catch((error) => {
      // Who asked has to hear of what is no message, or too long for one; what is refused the daemon has told.
      if (!(error instanceof Lost) && !(error instanceof Refused)) {
        this.note([]);
        this.client.call('provide.answer', { provider: this.name, request, error: error.message }).catch(() => {});
      }
      // What has changed has changed all the same.
      this.apart(changes, error);
    });
  }

  set({ changes, conditional, seen }) {
    const before = [];
    try {
      for (const { path, value } of changes) {
        if (conditional && (this.changedAt.get(path) || 0) > seen) throw new Error('it has changed since that was decided');
        const [name, key] = path.split('.');
        const { object } = this.stores.get(name);
        before.push([object, key, object[key]]);
        object[key] = value;
      }
    } catch (error) {
      // All of them or none.
      for (const [object, key, value] of before.reverse()) object[key] = value;
      throw error;
    }
  }

  run({ method, args }) {
    const [name, key] = method.split('.');
    const { object } = this.stores.get(name);
    return object[key](args);
  }
}

/** A value as JSON has it: what has no number there is said by name, what is missing is null. */
function plain(value) {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $notFinite: Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf' };
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === 'object' && typeof value.toJSON !== 'function') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  }
  return value;
}

module.exports = { Provider };
