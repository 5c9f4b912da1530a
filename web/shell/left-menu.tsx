import {
  AlertIcon,
  SlidersIcon,
  GraphIcon,
  HomeIcon,
  LawIcon,
  OrganizationIcon,
  PlusIcon,
  SidebarCollapseIcon,
  SidebarExpandIcon,
  type Icon,
} from '@primer/octicons-react';
import type { Ref } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../data/paths.ts';
import { useApi } from '../data/api.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import { useMay, usePlan, useTenant, useUser } from '../data/account.ts';
import './left-menu.css';

interface LeftMenuProps {
  readonly ref: Ref<HTMLElement>;
  readonly isCollapsed: boolean;
  readonly onCollapse: (collapsed: boolean) => void;
  readonly onCreateEntity: () => void;
}

export function LeftMenu({ ref, isCollapsed, onCollapse, onCreateEntity }: LeftMenuProps) {
  const mayEdit = useMay('edit entities');
  // Its entries depend on the role, so it appears with all of them.
  const { isLoading } = useUser();
  return (
    <nav ref={ref} className="menu" aria-label="Main" data-coming={isLoading || undefined}>
      <div className="menu-brand">
        <Logo size={24} />
        <span className="menu-label">Paydown</span>
      </div>
      {mayEdit && (
        <button
          type="button"
          className="menu-create hint-right"
          aria-label="Create new entity"
          data-hint={isCollapsed ? 'Create new entity' : undefined}
          onClick={onCreateEntity}
        >
          <PlusIcon />
          <span className="menu-label">Create new entity</span>
        </button>
      )}
      <Sections isCollapsed={isCollapsed} />
      <Organisation />
      <IconButton
        className="menu-collapse"
        icon={isCollapsed ? SidebarCollapseIcon : SidebarExpandIcon}
        label={isCollapsed ? 'Expand menu' : 'Collapse menu'}
        aria-expanded={!isCollapsed}
        hint={isCollapsed ? 'right' : 'none'}
        onClick={() => onCollapse(!isCollapsed)}
      />
    </nav>
  );
}

function Sections({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const mayEdit = useMay('edit schedules');
  const mayManageUsers = useMay('manage users');
  const maySeeAudit = useMay('see the audit log');
  const mayMigrate = useMay('migrate entities');
  const mayBill = useMay('manage billing');
  return (
    <ul className="menu-sections">
      <Section icon={HomeIcon} label="All entities" href={paths.home} isCollapsed={isCollapsed}>
        {mayEdit && <Entry label="Import" href={paths.import} />}
      </Section>
      <Section
        icon={AlertIcon}
        label="Attention"
        href={paths.attention}
        isCollapsed={isCollapsed}
        count={useAttentionCount()}
      />
      <Section icon={LawIcon} label="Division 7A" href={paths.division7a} isCollapsed={isCollapsed} />
      <Section icon={GraphIcon} label="Reports" href={paths.reports} isCollapsed={isCollapsed} isGroup>
        <Entry label="Year end" href={paths.reports} />
        <Entry label="Forecast" href={paths.forecast} />
      </Section>
      <Section
        icon={OrganizationIcon}
        label="Organisations"
        href={paths.organisations}
        isCollapsed={isCollapsed}
      >
        {mayManageUsers && <Entry label="Users" href={paths.users} />}
        {maySeeAudit && <Entry label="Audit log" href={paths.audit} />}
        {mayMigrate && <Entry label="Migrate Entities" href={paths.migrate} />}
      </Section>
      <Section
        icon={SlidersIcon}
        label="Settings"
        href={paths.accountDetails}
        isCollapsed={isCollapsed}
        isGroup
      >
        <Entry label="Account details" href={paths.accountDetails} />
        <Entry label="Change password" href={paths.changePassword} />
        <Entry label="Security" href={paths.security} />
        <Entry label="Calendar" href={paths.calendar} />
        {mayBill && <Entry label="Billing & Subscription" href={paths.billing} />}
      </Section>
    </ul>
  );
}

interface SectionProps {
  readonly icon: Icon;
  readonly label: string;
  readonly href: string;
  readonly isCollapsed: boolean;
  /** Links to the first of its entries instead of a page of its own. */
  readonly isGroup?: boolean;
  /** Shown beside the label unless it is 0. */
  readonly count?: number;
  /** Shown while one of the section's pages is. */
  readonly children?: React.ReactNode;
}

function Section({
  icon: Picture,
  label,
  href,
  isCollapsed,
  isGroup = false,
  count = 0,
  children,
}: SectionProps) {
  const [path] = useLocation();
  const isWithin =
    href === paths.home
      ? path === paths.home || path === paths.import || path.startsWith('/entity')
      : path.startsWith(`/${href.split('/')[1]}`);
  const shown = count > 99 ? '99+' : count;
  return (
    <li>
      <Link
        href={href}
        className="menu-item hint-right"
        aria-label={count > 0 ? `${label} ${shown} open` : label}
        aria-current={path === href && !(isGroup && !isCollapsed) ? 'page' : undefined}
        data-within={isWithin || undefined}
        data-hint={isCollapsed ? label : undefined}
      >
        <Picture />
        <span className="menu-label">{label}</span> {count > 0 && <span className="menu-count">{shown}</span>}
      </Link>
      {children && isWithin && !isCollapsed && <ul className="menu-entries">{children}</ul>}
    </li>
  );
}

function Entry({ label, href }: { readonly label: string; readonly href: string }) {
  const [path] = useLocation();
  return (
    <li>
      <Link href={href} className="menu-item menu-entry" aria-current={path === href ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
}

/** The number of attention items that are not snoozed. */
function useAttentionCount(): number {
  const { data: user } = useUser();
  const { data = [] } = useApi('GET /v1/attention', user?.role ? {} : null, { dedupingInterval: 60_000 });
  return data.filter(({ snoozedUntil }) => snoozedUntil === null).length;
}

/** The current organisation, and the connections in use of its plan. */
function Organisation() {
  const tenant = useTenant();
  const plan = usePlan();
  if (!tenant) return <div className="menu-organisation" />;
  return (
    <div className="menu-organisation">
      <strong className="menu-tenant" title={tenant.name}>
        {tenant.name}
      </strong>
      {plan && (
        <>
          <span>
            {plan.usageCountConnections}/{plan.maxConnections} connections
          </span>
          <meter
            className="menu-meter"
            min={0}
            max={Math.max(plan.maxConnections, 1)}
            value={plan.usageCountConnections}
            aria-label="Connections in use"
          />
        </>
      )}
    </div>
  );
}
