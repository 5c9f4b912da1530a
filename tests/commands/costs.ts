/**
 * `npm run costs`: the monthly costs of production for 10, 1,000 and 20,000 organisations with five loans each, from the
 * measured bytes of an organisation, the templates, and the prices and assumptions of `tests/support/costs.ts`.
 */
import { stageOf } from '../../infra/stages.ts';
import { synthesised } from '../infra/synthesised.ts';
import { costTable, measureCosts } from '../support/costs.ts';

const measured = await measureCosts(await synthesised(stageOf('prod')));
console.log(JSON.stringify(measured));
for (const line of costTable(measured)) console.log(line);
