'use strict';
// A process whose objects are stores of the daemon: read, watched, set and called by everybody.

const { LINE_BYTES_MAX, Lost, Refused } = require('./combined.js');

// What stands around values has its place in a line, too.
const VALUE_BYTES_MAX = LINE_BYTES_MAX - 65536;

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
 * cannot be told, since it is not of its type, too large or no JSON, `onRefusal` is given as a sentence; all else is told, and
 * everybody keeps what it was before.
 */
class Provider {
  constructor(client, name, { namespace, types = [], deadlineMs = 5000 } = {}) {
    Object.assign(this, { client, name, namespace, types, deadlineMs, stores: new Map(), told: new Map(), untold: new Map() });
    // Of what is exposed since, nothing is told before it is opened.
    this.opened = new Set();
    Object.assign(this, { isOpen: false, isDue: false, missed: 0, count: 0, changedAt: new Map() });
    this.onRefusal = (text) => console.error(text);
    client.on('request', (request) => this.perform(request));
    client.on('lost', () => (this.isOpen = false));
    client.on('connected', () => this.stores.size && this.wantsOpen && this.open().catch((error) => {
      // The next connection opens it.
      if (!(error instanceof Lost)) this.onRefusal(`the stores of '${this.name}' are not there: ${error.message}`);
    }));
  }

  expose(name, object, { type, properties, methods = {} }) {
    const described = Object.entries(properties).map(([key, one]) =>
      typeof one === 'string' ? { name: key, type: one } : { name: key, ...one });
    const offered = Object.entries(methods).map(([key, { parameters = {}, result }]) => ({
      name: key, throws: true, async: true, ...(result && { result }),
      parameters: Object.entries(parameters).map(([parameter, swift]) => ({ name: parameter, type: swift })),
    }));
    this.stores.set(name, { object, type, properties: described, methods: offered });
    this.opened.delete(name);
    const changed = () => this.changed();
    return new Proxy(object, {
      set(target, key, value) {
        const done = Reflect.set(target, key, value);
        changed();
        return done;
      },
    });
  }

  /** Makes the stores, and from then on comes back to them by itself. A value that is refused is left out, and all else is there. */
  open() {
    this.wantsOpen = true;
    this.opening = this.opening || this.makeStores().finally(() => (this.opening = null));
    return this.opening;
  }

  async makeStores() {
    await this.client.call('provide.close', { provider: this.name }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    this.told.clear();
    this.untold.clear();
    this.opened = new Set(this.stores.keys());
    const values = this.offered();
    for (;;) {
      try {
        const result = await this.client.call('provide.open', this.openingParams(values));
        Object.assign(this, { isOpen: true, missed: 0, count: 0, changedAt: new Map() });
        this.changed();
        return result;
      } catch (error) {
        const path = error instanceof Refused && this.refusedPath(error, values);
        if (!path) throw error;
        values.delete(path);
        this.refuse(path, error.message);
      }
    }
  }

  openingParams(values) {
    const stores = [...this.stores].filter(([name]) => this.opened.has(name)).map(([name, { type, properties, methods }]) => ({
      name, ...(type && { type }), methods,
      properties: properties.map((property) => {
        const path = `${name}.${property.name}`;
        return values.has(path) ? { ...property, value: values.get(path) } : property;
      }),
    }));
    const { name: provider, namespace, types, deadlineMs, missed } = this;
    return { provider, types, stores, deadlineMs, missed, parts: true, ...(namespace && { namespace }) };
  }

  /** The values that fit into one line, by path; the others are told when the stores are there. */
  offered() {
    const values = new Map();
    let left = VALUE_BYTES_MAX;
    for (const { path, value } of this.changes()) {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      if (bytes > VALUE_BYTES_MAX) {
        this.refuse(path, `it has ${bytes} bytes, and a line has ${LINE_BYTES_MAX} at most`);
      } else if (bytes > left) {
        this.told.delete(path);
      } else {
        left -= bytes;
        values.set(path, value);
      }
    }
    return values;
  }

  /** Which of the values it is that is refused, if it is one of them. */
  refusedPath({ data }, values) {
    const place = data.path || '';
    return [...values.keys()].find((path) => {
      const whole = this.namespace ? `${this.namespace}.${path}` : path;
      return place === whole || place.startsWith(`${whole}.`) || place.startsWith(`${whole}[`);
    });
  }

  refuse(path, reason) {
    const text = `'${path}' is not told: ${reason}`;
    this.missed += 1;
    this.onRefusal(text);
    return text;
  }

  /** What is another than it was told to be. */
  changes() {
    const found = [];
    for (const name of this.opened) {
      const { object, properties } = this.stores.get(name);
      for (const { name: key } of properties) {
        const path = `${name}.${key}`;
        try {
          const value = plain(object[key]);
          const text = JSON.stringify(value);
          this.untold.delete(path);
          if (this.told.get(path) === text) continue;
          this.told.set(path, text);
          found.push({ path, value });
        } catch (error) {
          // Whatever it is, the rest is told.
          const reason = (error && error.message) || String(error);
          if (this.untold.get(path) === reason) continue;
          this.untold.set(path, reason);
          this.refuse(path, reason);
        }
      }
    }
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

  /** Tells of changes in one commit, or each by itself where that is refused. Resolves with why some are not told. */
  async change(changes) {
    try {
      requireShort(changes);
      this.note(changes);
      await this.client.call('provide.change', { provider: this.name, changes });
      return [];
    } catch (error) {
      return this.apart(changes, error);
    }
  }

  /** Some of it cannot be told: what can be is. */
  async apart(changes, error) {
    if (error instanceof Lost) {
      this.missed += 1;
      return [];
    }
    if (changes.length === 1) return [this.refuse(changes[0].path, error.message)];
    return this.changeEach(changes);
  }

  /** What they are now: they may have been told anew meanwhile. */
  async changeEach(changes) {
    const refused = await Promise.all(changes.map(({ path }) => this.change([{ path, value: JSON.parse(this.told.get(path)) }])));
    return refused.flat();
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
    const beats = setInterval(() => this.sayWorking(request), this.deadlineMs / 2);
    try {
      const value = request.type === 'set' ? this.set(request) : await this.run(request);
      if (value !== undefined) answer.value = plain(value);
      requireShort(answer);
    } catch (error) {
      delete answer.value;
      answer.error = ((error && error.message) || String(error)).slice(0, 1000);
    } finally {
      clearInterval(beats);
    }
    await this.answer(request, answer);
  }

  sayWorking({ request }) {
    // What the object does by itself meanwhile comes of the request.
    const changes = this.changes();
    const { name: provider } = this;
    try {
      requireShort(changes);
    } catch {
      this.changeEach(changes);
      changes.length = 0;
    }
    if (changes.length) this.note(changes);
    this.client.call('provide.answer', { provider, request, working: true, changes }).catch((error) => {
      if (changes.length) this.apart(changes, error);
    });
  }

  /** Tells what changed and what came of it. Who asked hears at once of what is no message, or too long for one. */
  async answer({ request }, answer) {
    let changes = this.changes();
    try {
      requireShort({ changes, ...answer });
    } catch {
      const [refused] = await this.changeEach(changes);
      changes = [];
      if (refused) answer = { error: refused };
    }
    this.note(changes);
    await this.client.call('provide.answer', { provider: this.name, request, changes, ...answer }).catch((error) =>
      // The daemon has told who asked. What has changed has changed all the same.
      changes.length || error instanceof Lost ? this.apart(changes, error) : []);
  }

  set({ changes, conditional, seen }) {
    const before = [];
    try {
      for (const { path, value, patch } of changes) {
        if (conditional && (this.changedAt.get(path) || 0) > seen) throw new Error('it has changed since that was decided');
        const [name, key] = path.split('.');
        const { object } = this.stores.get(name);
        before.push([object, key, object[key]]);
        object[key] = patch ? patched(JSON.parse(this.told.get(path)), value) : value;
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

/** What a native patch makes of a value. */
function patched(value, patch) {
  if (!Array.isArray(value)) {
    const result = { ...value };
    for (const [part, members] of Object.entries(patch)) {
      if (part === 'set') Object.assign(result, members);
      else if (part === 'unset') for (const key of members) delete result[key];
      else for (const [key, each] of Object.entries(members)) result[key] = patched(result[key], each);
    }
    return result;
  }
  const elements = [...value];
  for (const [operation, at, operand] of patch) {
    if (operation === 'insert') elements.splice(at, 0, ...operand);
    else if (operation === 'remove') elements.splice(at, operand);
    else if (operation === 'move') elements.splice(operand, 0, ...elements.splice(at, 1));
    else elements[at] = operation === 'set' ? operand : patched(elements[at], operand);
  }
  return elements;
}

/** Throws where something is too long for a line. */
function requireShort(params) {
  const bytes = Buffer.byteLength(JSON.stringify(params));
  if (bytes > VALUE_BYTES_MAX) throw new Error(`it has ${bytes} bytes, and a line has ${LINE_BYTES_MAX} at most`);
}

/** A value as JSON has it: what has no number there is said by name, what is missing is null. Throws for what has no JSON. */
function plain(value, outer = []) {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $notFinite: Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf' };
  }
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a ${typeof value} has no JSON`);
  if (!value || typeof value !== 'object' || typeof value.toJSON === 'function') return value;
  if (value instanceof Map || value instanceof Set) throw new TypeError(`a ${value.constructor.name} has no JSON`);
  if (outer.includes(value)) throw new TypeError('it contains itself');
  const inner = [...outer, value];
  if (Array.isArray(value)) return value.map((each) => plain(each, inner));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, inner)]));
}

module.exports = { Provider };
