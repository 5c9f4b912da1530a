/** Runs one DynamoDB in a process that tests can kill: the folder is its argument, it prints its port. */
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';

const { port } = await startDynamoDb({ port: 0, path: process.argv[2] });
process.on('disconnect', () => process.exit());
process.send?.(port);
