import type { Database } from './database.ts';
import { isEmpty, perform, shapeOf, validated } from './dynalite.ts';
import type { AttributeValue, Fields } from './dynalite.ts';
import { validationError } from './service-error.ts';

interface QueryRequest extends Fields {
  /** Conditions by attribute; dynalite parses KeyConditionExpression into them too. */
  readonly KeyConditions: Readonly<
    Record<string, { readonly AttributeValueList: readonly AttributeValue[] }>
  >;
}

/** Query. DynamoDB refuses an empty key, for which dynalite returns nothing or everything. */
export async function query(request: Fields, { store }: Database): Promise<Fields> {
  const data = validated(request, shapeOf<QueryRequest>('query'), store);
  for (const [name, { AttributeValueList: values }] of Object.entries(data.KeyConditions)) {
    if (!values.some(isEmpty)) continue;
    throw validationError(
      'One or more parameter values are not valid. ' +
        `The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
    );
  }
  return perform('query', store, data);
}
