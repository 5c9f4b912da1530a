import { DeviceMobileIcon, KeyIcon, ShieldLockIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import type { Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths } from '../data/paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { showDay, showMoment } from '../ui/instants.ts';
import { Notice } from '../ui/notice.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useUnseen } from '../ui/use-unseen.ts';
import type { User } from '../data/account.ts';
import { FACTOR_KINDS } from './factor-kinds.ts';
import { renewTokens } from './renew-tokens.ts';
import { securityTexts } from './security-texts.ts';

const AddTotp = deferred(async () => (await import('./add-totp.tsx')).AddTotp);
const AddPasskey = deferred(async () => (await import('./add-passkey.tsx')).AddPasskey);
const RecoveryCodes = deferred(async () => (await import('./recovery-codes.tsx')).RecoveryCodes);

type Factor = Answer<'GET /v1/users/factors'>[number];

interface FactorsProps {
  readonly user: User;
  readonly factors: readonly Factor[];
}

/** The user's second factors, and the ways to add one. */
export function Factors({ user, factors }: FactorsProps) {
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reportUnseen = useUnseen();
  const show = (recoveryCodes: readonly string[]): void => {
    setCodes(recoveryCodes);
    reportUnseen([securityTexts.codesNotStored]);
  };
  const isRefused = user.needsFactor;
  /** The organisation admits the session from now on, so the page starts anew in it. */
  const goOn = async (): Promise<void> => {
    if (!isRefused) return;
    await renewTokens();
    location.assign(paths.home);
  };
  const added = (recoveryCodes: readonly string[] | undefined): void => {
    setAdding(null);
    if (recoveryCodes) show(recoveryCodes);
    else void goOn();
  };
  const stored = (): void => {
    setCodes(null);
    void goOn();
  };
  return (
    <section>
      <div className="section-head">
        <h2 className="card-title">Two-step login and passkeys</h2>
        <div className="section-actions">
          {factors.length > 0 && <Button onClick={() => void renewCodes(show)}>New recovery codes</Button>}
          <Button leadingVisual={DeviceMobileIcon} onClick={() => setAdding('totp')}>
            Add authenticator app
          </Button>
          {'PublicKeyCredential' in window && (
            <Button leadingVisual={KeyIcon} variant="primary" onClick={() => setAdding('passkey')}>
              Add passkey
            </Button>
          )}
        </div>
      </div>
      {factors.some(({ suspended }) => suspended) && (
        <Notice tone="warning">{securityTexts.suspended}</Notice>
      )}
      <div className="card">
        <FactorTable factors={factors} />
      </div>
      {adding === 'totp' && <AddTotp onAdded={added} onClose={() => setAdding(null)} />}
      {adding === 'passkey' && <AddPasskey onAdded={added} onClose={() => setAdding(null)} />}
      {codes && <RecoveryCodes codes={codes} onClose={stored} />}
    </section>
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'Kind' },
  { label: 'Added' },
  { label: 'Last used' },
  { label: 'Options', kind: 'options' },
];

function FactorTable({ factors }: { readonly factors: readonly Factor[] }) {
  if (factors.length === 0) {
    return (
      <Empty icon={ShieldLockIcon} title="Your account has no second factor">
        Add one, so that your password alone can’t open your account.
      </Empty>
    );
  }
  return (
    <Table label="Second factors" columns={COLUMNS} className="table-stack">
      <tbody>
        {factors.map((factor) => (
          <tr key={factor.id}>
            <td className="name">
              {factor.name} {factor.suspended && <Label variant="attention">Suspended</Label>}
            </td>
            <td data-label="Kind">{FACTOR_KINDS[factor.kind]}</td>
            <td data-label="Added">{showDay(factor.createdAt)}</td>
            <td data-label="Last used">
              {factor.lastUsedAt === null ? 'Never' : showMoment(factor.lastUsedAt)}
            </td>
            <td className="options">
              <Button
                size="small"
                variant="danger"
                aria-label={`Remove ${factor.name}`}
                onClick={() => void removeFactor(factor, factors.length === 1)}
              >
                Remove
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

async function removeFactor({ id, name }: Factor, isLast: boolean): Promise<void> {
  const isSure = await confirm({
    title: `Remove ${name}?`,
    body: isLast
      ? 'Your account then has no second factor, and your recovery codes no longer work.'
      : 'You can no longer log in with it. Your other factors stay.',
    action: 'Remove',
    danger: true,
  });
  if (!isSure) return;
  try {
    await change('DELETE /v1/users/factors/{factorId}', { params: { factorId: id } });
    toast.success(securityTexts.factorRemoved(name));
  } catch (error) {
    toast.failure(error, securityTexts.removeFactorFailed);
  }
}

async function renewCodes(show: (codes: readonly string[]) => void): Promise<void> {
  const isSure = await confirm({
    title: 'Make new recovery codes?',
    body: 'The codes that you stored before no longer work.',
    action: 'Make new codes',
  });
  if (!isSure) return;
  try {
    show((await change('POST /v1/users/factors/recovery')).recoveryCodes);
  } catch (error) {
    toast.failure(error, securityTexts.recoveryFailed);
  }
}
