import type { Stripe } from 'stripe';
import * as z from 'zod';
import { webhookEvents } from '../../stripe/catalogue.ts';
import { merged } from '../merged.ts';
import { endpoint, type Endpoints, listOf, paging, rowOf } from './endpoint.ts';
import { apiVersion, portalEndpointId } from './events.ts';
import { Flag, mergeMetadata, MetadataParam, Text, WebAddress } from './form.ts';
import { newId, type Transaction } from './state.ts';

const EndpointParams = z.strictObject({
  url: WebAddress,
  enabled_events: z.array(Text).min(1),
  api_version: z.literal(apiVersion).optional(),
  description: Text.optional(),
  metadata: MetadataParam.optional(),
});

const EndpointChanges = EndpointParams.partial().extend({ disabled: Flag.optional() });

/** Webhook endpoints. Only the portal of this run is called. */
export const webhookEndpoints: Endpoints = {
  'POST /v1/webhook_endpoints': endpoint(EndpointParams, ({ tx, params }) => {
    const created = newEndpoint(tx, newId('we'), params);
    tx.put('webhookEndpoints', created);
    return { ...created, secret: newId('whsec', 32) };
  }),
  'GET /v1/webhook_endpoints': endpoint(z.strictObject(paging), ({ tx, params }) =>
    listOf('/v1/webhook_endpoints', tx.all('webhookEndpoints'), params),
  ),
  'POST /v1/webhook_endpoints/{id}': endpoint(
    EndpointChanges,
    ({ tx, params: { disabled, ...sent }, id }) => {
      const before = rowOf(tx, 'webhookEndpoints', id);
      const after: Stripe.WebhookEndpoint = merged(before, {
        ...sent,
        metadata: mergeMetadata(before.metadata, sent.metadata),
        status: disabled ? 'disabled' : 'enabled',
      });
      tx.put('webhookEndpoints', after);
      return after;
    },
  ),
};

/** Registers the portal of this run. */
export function seedPortalEndpoint(tx: Transaction, url: string): void {
  tx.put('webhookEndpoints', newEndpoint(tx, portalEndpointId, { url, enabled_events: [...webhookEvents] }));
}

function newEndpoint(
  tx: Transaction,
  id: string,
  params: z.infer<typeof EndpointParams>,
): Stripe.WebhookEndpoint {
  return {
    id,
    object: 'webhook_endpoint',
    application: null,
    created: tx.now,
    livemode: false,
    status: 'enabled',
    ...params,
    api_version: params.api_version ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  };
}
