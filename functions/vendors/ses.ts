import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { VendorFailure } from '../lib/vendor-failure.ts';
import type { Mail } from '../services/mail/port.ts';

export interface MailConfig {
  /** The sender, `Paydown <no-reply@example.com>`. Its domain is verified with the provider. */
  from: string;
  /** Where bounces and complaints are recorded. */
  configurationSet?: string;
  region?: string;
  /** Replaces the provider's own address by the mailbox of a local run, which needs no credentials. */
  endpoint?: string;
}

/** The time limit of all attempts, within that of the worker. */
const PATIENCE_MS = 25_000;

/** Sends mail through Amazon SES, or through a server with its protocol at `endpoint`. */
export function createMail({ from, configurationSet, region, endpoint }: MailConfig): Mail {
  const ses = new SESv2Client({
    ...(region && { region }),
    ...(endpoint && { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });

  return {
    async send({ to, subject, text, html, unsubscribe }) {
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
        Content: {
          Simple: {
            Subject: utf8(subject),
            Body: { Text: utf8(text), Html: utf8(html) },
            ...(unsubscribe && { Headers: unsubscribeHeaders(unsubscribe) }),
          },
        },
      });
      try {
        await ses.send(command, { abortSignal: AbortSignal.timeout(PATIENCE_MS) });
      } catch (error) {
        throw new VendorFailure('Mail', 503, 'We could not send the email. Please try again later.', error);
      }
    },
  };
}

/** RFC 8058. */
const unsubscribeHeaders = (address: string) => [
  { Name: 'List-Unsubscribe', Value: `<${address}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

function utf8(data: string): { Data: string; Charset: string } {
  return { Data: data, Charset: 'UTF-8' };
}
