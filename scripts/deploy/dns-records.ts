import { ListResourceRecordSetsCommand, type Route53Client } from '@aws-sdk/client-route-53';
import type { Stage } from '../../infra/stages.ts';
import type { StackName } from './steps.ts';

/** The records that a first deployment creates must not exist; those of an adopted identity stay. */
export async function recordProblems(
  { domain, mail }: Stage,
  { route53 }: { readonly route53: Pick<Route53Client, 'send'> },
  first: readonly StackName[],
  isAdopted: boolean,
): Promise<string[]> {
  if (!domain) return [];
  const { id, name: zone } = domain.zone;
  const createsMail = first.includes('data') && !isAdopted && zone === mail.identity;
  const created: readonly (readonly [name: string, types: RegExp])[] = [
    ...(createsMail
      ? [[`_dmarc.${mail.identity}`, /TXT/] as const, [`bounces.${mail.identity}`, /MX|TXT/] as const]
      : []),
    ...(first.includes('api') ? [[`api-origin.${domain.name}`, /^A/] as const] : []),
    ...(first.includes('web') ? [[domain.name, /^A/] as const] : []),
  ];
  const found = await Promise.all(
    created.map(async ([name, types]) => {
      const { ResourceRecordSets: sets = [] } = await route53.send(
        new ListResourceRecordSetsCommand({ HostedZoneId: id, StartRecordName: name, MaxItems: 10 }),
      );
      const taken = sets.filter(
        ({ Name, Type = '' }) => Name === `${name}.` && (types.test(Type) || Type === 'CNAME'),
      );
      const list = taken.map(({ Type }) => Type).join(' and ');
      return list === '' ? [] : [`The zone ${zone} has ${list} of ${name} already: delete it first.`];
    }),
  );
  return found.flat();
}
