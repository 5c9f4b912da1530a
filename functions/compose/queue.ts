import { required } from './config.ts';
import { createQueue } from '../vendors/sqs.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  queue: createQueue({
    url: required(config, 'QUEUE_URL'),
    deadLetterUrl: required(config, 'DEAD_LETTER_URL'),
    ...(config.QUEUE_ENDPOINT && { endpoint: config.QUEUE_ENDPOINT, region: 'local' }),
  }),
});
