#!/usr/bin/env node
'use strict';
// Talks to a running combined from the command line.
//
//     watch.js watch PATH...               prints every change, one line each; the daemon may come and go
//     watch.js call METHOD [PARAMS]        prints the result of one request

const { Client } = require('./combined.js');

/** An event as people read it. */
function* lines(event) {
  switch (event.type) {
    case 'snapshot':
      for (const { path, value } of event.entries) yield `${path} = ${JSON.stringify(value)}`;
      break;
    case 'change':
      for (const change of event.changes) {
        yield 'value' in change ? `${change.path} = ${JSON.stringify(change.value)}` : `${change.path} removed`;
      }
      break;
    case 'ready': yield `# ready ${event.rev}`; break;
    case 'gap': yield `# gap ${event.reason} ${event.from} ${event.to}`; break;
    case 'end': yield `# end ${event.reason}`; break;
    case 'print': yield `# print ${event.text}`; break;
    case 'failed': yield `# failed ${event.error.message}`; break;
    case 'complete':
    case 'shutdown': yield `# ${event.type}`; break;
  }
}

const show = (event) => {
  for (const line of lines(event)) process.stdout.write(line + '\n');
};

function watch(paths) {
  const client = new Client({ name: 'watch.js' });
  client.on('lost', () => console.log('# lost')).on('notice', show);
  return new Promise((resolve, reject) => {
    client.subscribe(paths).on('event', show).on('end', (error) => {
      client.close();
      error ? reject(error) : resolve();
    });
  });
}

async function call(method, params) {
  const client = new Client({ name: 'watch.js' });
  try {
    console.log(JSON.stringify(await client.call(method, params)));
  } finally {
    client.close();
  }
}

async function main([verb, ...rest]) {
  if (verb === 'watch' && rest.length > 0) return watch(rest);
  if (verb === 'call' && rest.length > 0) return call(rest[0], rest[1] && JSON.parse(rest[1]));
  throw new Error('usage: watch.js watch PATH... | watch.js call METHOD [PARAMS]');
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`watch.js: ${error.message}`);
  process.exit(1);
});
