import { gzipSync } from 'node:zlib';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Answer = APIGatewayProxyStructuredResultV2;

/** Shorter text gains less than it costs. */
const LEAST_BYTES = 1024;

/**
 * Compresses text for callers that accept it. The distribution compresses only what it may cache, and it may cache no
 * answer of the API.
 */
export function compressAnswers(): MiddlewareObj<APIGatewayProxyEventV2, Answer> {
  return {
    after: (request) => {
      const accepted = request.event.headers['accept-encoding'] ?? '';
      if (request.response && /\bgzip\b/.test(accepted)) request.response = compressed(request.response);
    },
  };
}

function compressed(answer: Answer): Answer {
  const { body = '', isBase64Encoded, headers = {} } = answer;
  if (isBase64Encoded === true || Buffer.byteLength(body) < LEAST_BYTES) return answer;
  const vary = [headers['vary'], 'accept-encoding'].filter((name) => name !== undefined).join(', ');
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip', vary },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}
