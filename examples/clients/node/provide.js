#!/usr/bin/env node
'use strict';
// A process whose object is a store: provide.js [NAMESPACE]. The cart is at `shop.cart`.
// `combinectl call shop.cart.add '{"title":"tea","price":3.5}'`, `combinectl watch shop.cart`.

const { Client } = require('./combined.js');
const { Provider } = require('./provider.js');

const namespace = process.argv[2] || 'shop';
const client = new Client({ name: 'till' });
const provider = new Provider(client, `till of ${namespace}`, {
  namespace,
  types: ['struct Item: Codable, Hashable, Identifiable { var id: Int; var title: String; var price: Double }'],
});

const cart = {
  items: [],
  code: '',
  get coupon() {
    return this.code;
  },
  set coupon(value) {
    if (!['', 'HALF'].includes(value)) throw new Error(`there is no coupon '${value}'`);
    this.code = value;
  },
  get total() {
    return this.items.reduce((sum, { price }) => sum + price, 0) * (this.code ? 0.5 : 1);
  },
  add({ title, price }) {
    this.items = [...this.items, { id: this.items.length + 1, title, price }];
    return this.items.length;
  },
};

provider.expose('cart', cart, {
  type: 'Cart',
  properties: { items: '[Item]', coupon: { type: 'String', settable: true }, total: 'Double' },
  methods: { add: { parameters: { title: 'String', price: 'Double' }, result: 'Int' } },
});

provider.open().then(
  () => console.log(`${namespace}.cart is there`),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
