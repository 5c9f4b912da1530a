import { createMailQueue } from '../vendors/sqs.ts';
import type { Part } from './base.ts';
import { required } from './config.ts';

export const part: Part = async (config, { ids }) => ({
  mail: createMailQueue(
    {
      url: required(config, 'MAIL_QUEUE_URL'),
      ...(config.QUEUE_ENDPOINT && { endpoint: config.QUEUE_ENDPOINT, region: 'local' }),
    },
    ids,
  ),
});
