/** A process of its own for one DynamoDB, so that it can be killed: its folder comes in, its port goes out. */
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';

const { port } = await startDynamoDb({ port: 0, path: process.argv[2] });
process.on('disconnect', () => process.exit());
process.send?.(port);
