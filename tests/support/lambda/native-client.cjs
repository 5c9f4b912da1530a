/*
 * Replaces the compiled part of Lambda's runtime client, which only exchanges messages with the platform. The rest of
 * the client is the original. Preloaded with --require.
 */
const http = require('node:http');
const Module = require('node:module');

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true });

function send(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path: `/2018-06-01/runtime/${path}`, headers };
    const request = http.request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ bodyJson: Buffer.concat(chunks).toString('utf8'), headers: response.headers }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

const client = {
  initializeClient: () => undefined,
  next: () => send('GET', 'invocation/next'),
  done: (id, body) => void send('POST', `invocation/${id}/response`, body),
  error: (id, body) => void send('POST', `invocation/${id}/error`, body),
};

// oxlint-disable no-underscore-dangle -- the loader has no other name
const load = Module._load;
Module._load = function loadInstead(request, ...rest) {
  return request.endsWith('rapid-client.node') ? client : load.call(this, request, ...rest);
};
