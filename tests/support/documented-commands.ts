/** The commands that documents tell their readers to run, and that scripts print as advice. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `npm run restore` alone names a command, and is none to run. */
const COMMAND = /^((npm|npx|aws|openssl|printf|curl) (?!run [\w:]+$)|npm start$)/;

/** Returns the commands of a document: the lines of its blocks, and those within its sentences. */
export function documentedCommands(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```[^\n]*\n([\s\S]*?)```/gm)].flatMap(([, text = '']) =>
    text.replaceAll(/\\\n\s*/g, '').split('\n'),
  );
  const sentences = [...markdown.replaceAll(/^ *```[\s\S]*?```/gm, '').matchAll(/`([^`]+)`/g)];
  return [...blocks, ...sentences.map(([, text = '']) => text)]
    .map((line) =>
      line
        .replace(/\s+#.*$|\s{2,}(?:of|in) .*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => COMMAND.test(line));
}

/** The values of the expressions within printed commands. */
const VALUES: Readonly<Record<string, string>> = {
  'wayBackRole(stage)': 'paydown-prod-way-back',
  "vaultOf(stage)?.name ?? '<its vault>'": 'paydown-prod',
  name: 'prod',
  'stage.name': 'prod',
  account: 'ACCOUNT',
  region: 'ap-southeast-2',
  deployed: 'deployed/prod/…',
  "TABLE_STACKS.join(',')": 'data,api,jobs,ops',
  RecoveryPointArn: 'ARN',
  vault: 'arn:aws:backup:ap-southeast-2:ACCOUNT:backup-vault:paydown-prod-backups',
};

/**
 * Returns the commands in the texts and comments of the scripts of deployments.
 * @throws Error for an expression within a command whose value is unknown.
 */
export function printedCommands(root: string): string[] {
  const files = globSync('scripts/{*.ts,deploy/**/*.ts}', { cwd: root });
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
      .replaceAll(/['"`]\s*\+\s*['"`]/g, '')
      .replaceAll(/\\\\\\n\s*/g, '')
      .replaceAll('\\n', '\n')
      .replaceAll(/\$\{([^}]+)\}/g, (all, expression: string) => VALUES[expression] ?? all);
    const found = text.matchAll(/\b(?:npm run [\w:]+ -- |npx |aws [a-z-]+ [a-z-]+ )[^'"`\n]*/g);
    return [...found].flatMap(([command]) => {
      if (command.includes('${')) throw new Error(`${file}: “${command}” has an expression without a value.`);
      const line = command
        .replaceAll('<tag>', 'deployed/prod/…')
        .replace(/[.,;:]?\s*$/, '')
        .replace(/\s{3,}.*$/, '');
      return /--stage|^npx cdk bootstrap|^aws/.test(line) ? [line.replaceAll(/\s+/g, ' ')] : [];
    });
  });
}
