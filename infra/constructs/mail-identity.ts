import { Stack } from 'aws-cdk-lib';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Domain, nameOf, type Stage } from '../stages.ts';
import { EncryptedTopic } from './encrypted-topic.ts';

/**
 * The right to send mail, and the handling of returned mail: addresses that bounced or complained are suppressed,
 * and the operators are told.
 */
export class MailIdentity extends Construct {
  readonly identityArn: string;
  readonly configurationSetArn: string;
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.configurationSetName = nameOf(stage, 'mail');
    const configurationSet = new ses.ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: this.configurationSetName,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
    });
    const { topic: returned } = new EncryptedTopic(this, 'ReturnedMail', {
      stage,
      name: nameOf(stage, 'returned-mail'),
      publisher: 'ses.amazonaws.com',
    });
    configurationSet.addEventDestination('Returned', {
      destination: ses.EventDestination.snsTopic(returned),
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
    });
    // An identity that the account had before the stage keeps its settings and records.
    if (this.node.tryGetContext('mail') !== 'adopted') {
      new ses.EmailIdentity(this, 'Identity', {
        identity: this.#identityOf(stage),
        configurationSet,
        ...(!stage.mail.identity.includes('@') && { mailFromDomain: `bounces.${stage.mail.identity}` }),
      });
      this.#publishPolicy(stage);
    }
    // By their names, since other stacks then depend on no output of this one.
    const arnOf = (resource: string, resourceName: string): string =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    this.identityArn = arnOf('identity', stage.mail.identity);
    this.configurationSetArn = arnOf('configuration-set', this.configurationSetName);
  }

  /** Asks receivers for reports about mail in the domain's name. They show whose mail a stricter policy would stop. */
  #publishPolicy({ domain, mail }: Stage): void {
    if (domain === null || domain.zone.name !== mail.identity) return;
    const reports = mail.reportsTo === null ? [] : [`rua=mailto:${mail.reportsTo}`];
    new route53.TxtRecord(this, 'Dmarc', {
      zone: this.#zoneOf(domain),
      recordName: `_dmarc.${mail.identity}`,
      values: [['v=DMARC1', 'p=none', ...reports].join('; ')],
    });
  }

  #zoneOf({ zone }: Domain): route53.IPublicHostedZone {
    const known = this.node.tryFindChild('Zone') as route53.IPublicHostedZone | undefined;
    const attributes = { hostedZoneId: zone.id, zoneName: zone.name };
    return known ?? route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', attributes);
  }

  /** Creates the records that prove the domain in a zone of the stage. For other domains the operator creates them. */
  #identityOf({ domain, mail }: Stage): ses.Identity {
    if (mail.identity.includes('@')) return ses.Identity.email(mail.identity);
    if (domain === null || domain.zone.name !== mail.identity) return ses.Identity.domain(mail.identity);
    return ses.Identity.publicHostedZone(this.#zoneOf(domain));
  }
}
