/** The confirmation of the Xero organisation that an entity is linked to, and its choice among several. */
import { ArrowRightIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../data/paths.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type AccountingTenant, isLinkable } from './accounting-tenants.ts';
import { closestName, namesAgree } from './closest-name.ts';
import { xeroTexts } from './texts.ts';
import './link-dialog.css';

interface LinkDialogProps {
  readonly entityName: string;
  readonly tenants: readonly AccountingTenant[];
  /** Why the last attempt failed. */
  readonly failure: string | null;
  readonly onChoose: (tenant: AccountingTenant) => Promise<void>;
  readonly onClose: () => void;
  readonly onDisconnect: () => Promise<void>;
}

export function LinkDialog({
  entityName,
  tenants,
  failure,
  onChoose,
  onClose,
  onDisconnect,
}: LinkDialogProps) {
  const [id, setId] = useState(() => proposed(entityName, tenants)?.id ?? '');
  const chosen = tenants.find((tenant) => tenant.id === id);
  return (
    <FormDialog
      title={`Link ${entityName} to Xero`}
      submit="Link"
      danger={chosen?.linkedTo !== undefined}
      disabled={!chosen}
      secondary={{ label: 'Disconnect', run: onDisconnect }}
      onSubmit={async () => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {tenants.length > 1 && (
        <SelectField
          label="Xero organisation"
          hint={xeroTexts.choiceHint(entityName)}
          required
          choices={tenants.map((tenant) => ({
            value: tenant.id,
            label: xeroTexts.choice(tenant.name, tenant.currency),
            disabled: !isLinkable(tenant),
          }))}
          value={id}
          onChange={setId}
        />
      )}
      {tenants.length > 1 && (
        <p className="link-several">
          <Link href={paths.linkSeveral}>{xeroTexts.linkSeveral}</Link>
        </p>
      )}
      {chosen && <Names entityName={entityName} tenant={chosen} />}
    </FormDialog>
  );
}

interface NamesProps {
  readonly entityName: string;
  readonly tenant: AccountingTenant;
}

/** Both names side by side, with a warning where they differ or the organisation is linked already. */
function Names({ entityName, tenant: { name, isLinked, linkedTo } }: NamesProps) {
  const differ = !isLinked && !namesAgree(entityName, name);
  return (
    <>
      <dl className="link-names">
        <div>
          <dt>Entity</dt>
          <dd>{entityName}</dd>
        </div>
        <ArrowRightIcon />
        <div>
          <dt>Xero organisation</dt>
          <dd>{name}</dd>
        </div>
      </dl>
      {linkedTo !== undefined && (
        <Notice tone="error">{xeroTexts.linkedAlready(name, linkedTo ?? 'another entity')}</Notice>
      )}
      {linkedTo === undefined && differ && <Notice tone="warning">{xeroTexts.namesDiffer}</Notice>}
    </>
  );
}

/** Returns the present organisation, the only one that can be linked, or the one whose name resembles the entity's. */
function proposed(entityName: string, tenants: readonly AccountingTenant[]): AccountingTenant | undefined {
  const linkable = tenants.filter(isLinkable);
  const present = linkable.find(({ isLinked }) => isLinked);
  if (present) return present;
  return linkable.length === 1 ? linkable[0] : closestName(entityName, linkable);
}
