import { createMail } from '../vendors/ses.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  mailer: createMail({
    from: config.MAIL_FROM,
    ...(config.MAIL_CONFIGURATION_SET && { configurationSet: config.MAIL_CONFIGURATION_SET }),
    ...(config.MAIL_ENDPOINT && { endpoint: config.MAIL_ENDPOINT, region: 'local' }),
  }),
});
