/** `npm run evidence`: writes the tables of evidence in `docs/` anew from the titles of tests. */
import { writeFileSync } from 'node:fs';
import { documentsWithEvidence } from '../support/evidence.ts';

for (const { file, content } of documentsWithEvidence('.')) writeFileSync(file, content);
