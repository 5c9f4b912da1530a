import { CheckIcon, DashIcon } from '@primer/octicons-react';
import { Button, Label, Spinner } from '@primer/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useApi, type Answer } from '../data/api.ts';
import { HelpLink } from '../help/help-link.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Bar } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePlan, type Plan } from '../data/account.ts';
import { goToBilling, goToCheckout } from './redirects.ts';
import { PlanOffer } from './plan-offer.tsx';
import { planTexts } from './texts.ts';
import './billing.css';

type SubscriptionPlan = Answer<'GET /v1/subscriptionplans'>[number];
type Interval = SubscriptionPlan['prices'][number]['interval'];

const PLACEHOLDERS = 6;

/**
 * Billing of a paid plan is at the payment provider; `?plans` shows the plans here. A failure to open the provider's
 * pages stays on the page.
 */
export function Billing() {
  const plan = usePlan();
  const [parameters] = useSearchParams();
  const { failure: earlier } = useHistoryState<{ failure?: string } | null>() ?? {};
  const [failure, setFailure] = useState(earlier ?? null);
  const isElsewhere =
    plan !== undefined && plan.maxConnections > 0 && !parameters.has('plans') && failure === null;
  return isElsewhere ? (
    <AtProvider plan={plan} onFailure={setFailure} />
  ) : (
    <Plans plan={plan} failure={failure} onFailure={setFailure} />
  );
}

/** Why the provider's pages didn't open; null while they open. */
type ReportFailure = (failure: string | null) => void;

function AtProvider({ plan, onFailure }: { readonly plan: Plan; readonly onFailure: ReportFailure }) {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void goToBilling({ replace: true }).then(onFailure);
  }, [onFailure]);
  return (
    <BillingPage plan={plan}>
      <p className="card card-body" role="status">
        <Spinner size="small" srText={null} /> {planTexts.opening}
      </p>
    </BillingPage>
  );
}

interface BillingPageProps {
  readonly plan: Plan | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function BillingPage({ plan, actions, children }: BillingPageProps) {
  return (
    <Page
      title="Billing & Subscription"
      above={[{ label: 'Settings' }]}
      subtitle={
        plan && (
          <>
            {plan.name}: {plan.usageCountConnections} of {plan.maxConnections} connections in use.{' '}
            {planTexts.size(plan.size)} <PlanOffer plan={plan} />{' '}
            <HelpLink page="plans">About plans</HelpLink>
          </>
        )
      }
      actions={actions}
    >
      {children}
    </Page>
  );
}

interface PlansProps {
  readonly plan: Plan | undefined;
  readonly failure: string | null;
  readonly onFailure: ReportFailure;
}

function Plans({ plan, failure, onFailure }: PlansProps) {
  const { data: plans, error } = useApi('GET /v1/subscriptionplans', {});
  const [interval, setInterval] = useState<Interval>('month');
  useLoadFailure(error, planTexts.load);
  return (
    <BillingPage
      plan={plan}
      actions={plan && plan.maxConnections > 0 && <ManageBilling onFailure={onFailure} />}
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <IntervalToggle interval={interval} free={plans ? freeMonths(plans) : 0} onChange={setInterval} />
      <div className="plans">
        {plans && plan
          ? plans.map((offer) => (
              <PlanCard key={offer.id} offer={offer} plan={plan} interval={interval} onFailure={onFailure} />
            ))
          : Array.from({ length: PLACEHOLDERS }, (_, index) => <PlanPlaceholder key={index} />)}
      </div>
      <LargestPlan plans={plans} />
    </BillingPage>
  );
}

function LargestPlan({ plans }: { readonly plans: readonly SubscriptionPlan[] | undefined }) {
  const largest = plans?.at(-1);
  return largest && largest.maxConnections > 0 ? (
    <p className="muted">{planTexts.largest(largest.name, largest.maxConnections)}</p>
  ) : null;
}

/** Opens the payment provider's page for invoices and the card. */
function ManageBilling({ onFailure }: { readonly onFailure: ReportFailure }) {
  const { isBusy, start } = useLeaving(onFailure);
  return (
    <Button loading={isBusy} onClick={() => start(goToBilling)}>
      Manage billing
    </Button>
  );
}

/** Opens a page of the provider and reports why it didn't. It stays busy until the browser has left this page. */
function useLeaving(onFailure: ReportFailure) {
  return useAction(async (go: () => Promise<string | null>): Promise<void> => {
    onFailure(null);
    const failure = await go();
    if (failure === null) return new Promise(() => undefined);
    onFailure(failure);
  }, toast.failure);
}

interface IntervalToggleProps {
  readonly interval: Interval;
  /** The months of a year that yearly prices don't charge. */
  readonly free: number;
  readonly onChange: (interval: Interval) => void;
}

function IntervalToggle({ interval, free, onChange }: IntervalToggleProps) {
  const option = (value: Interval, label: string, saving?: ReactNode) => (
    <label className="interval">
      <input type="radio" name="interval" checked={interval === value} onChange={() => onChange(value)} />
      {label} {saving}
    </label>
  );
  return (
    <fieldset className="intervals">
      <legend className="visually-hidden">Billing interval</legend>
      {option('month', 'Monthly')}
      {option('year', 'Yearly', free > 0 && `(${planTexts.freeMonths(free)})`)}
    </fieldset>
  );
}

/** Returns the whole months that every yearly price saves against the monthly one. */
function freeMonths(plans: readonly SubscriptionPlan[]): number {
  const saved = plans.flatMap(({ prices }) => {
    const [month, year] = (['month', 'year'] as const).map((wanted) =>
      prices.find(({ interval }) => interval === wanted),
    );
    return month && year && month.price > 0 ? [Math.floor(12 - year.price / month.price)] : [];
  });
  return saved.length === 0 ? 0 : Math.min(...saved);
}

interface PlanCardProps {
  readonly offer: SubscriptionPlan;
  readonly plan: Plan;
  readonly interval: Interval;
  readonly onFailure: ReportFailure;
}

function PlanCard({ offer, plan, interval, onFailure }: PlanCardProps) {
  const price = offer.prices.find((candidate) => candidate.interval === interval);
  const isCurrent = offer.id === plan.id;
  const isFree = offer.maxConnections === 0;
  return (
    <section
      className="card plan"
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
      aria-label={offer.name}
    >
      <h2 className="plan-name">
        {offer.name} {isCurrent && <Label variant="accent">Your plan</Label>}
      </h2>
      <p className="plan-price">
        {isFree ? '$0.00' : (price?.formatted ?? '–')}
        <span className="plan-interval">{interval === 'month' ? ' a month' : ' a year'}</span>
        <span className="plan-tax">{planTexts.tax}</span>
      </p>
      <ul className="plan-list">
        <li>
          {isFree ? <DashIcon className="muted" /> : <CheckIcon />} {connectionsText(offer.maxConnections)}
        </li>
        <li>
          <CheckIcon /> {planTexts.included}
        </li>
      </ul>
      <PlanButton offer={offer} plan={plan} priceId={price?.id} onFailure={onFailure} />
    </section>
  );
}

interface PlanButtonProps {
  readonly offer: SubscriptionPlan;
  readonly plan: Plan;
  readonly priceId: string | undefined;
  readonly onFailure: ReportFailure;
}

/** Changes between paid plans go to the checkout; the free plan is reached by cancelling at the provider. */
function PlanButton({ offer, plan, priceId, onFailure }: PlanButtonProps) {
  const { isBusy, start } = useLeaving(onFailure);
  const isCurrent = offer.id === plan.id;
  const isFree = offer.maxConnections === 0;
  const choose = (): void =>
    start(() => (isFree || priceId === undefined ? goToBilling() : goToCheckout(offer.id, priceId)));
  return (
    <Button
      block
      variant={isCurrent || isFree ? 'default' : 'primary'}
      disabled={isCurrent || (!isFree && priceId === undefined)}
      loading={isBusy}
      aria-label={`${labelOf(offer, plan)}: ${offer.name}`}
      onClick={choose}
    >
      {labelOf(offer, plan)}
    </Button>
  );
}

function labelOf(offer: SubscriptionPlan, plan: Plan): string {
  if (offer.id === plan.id) return 'Current plan';
  return offer.maxConnections > plan.maxConnections ? 'Upgrade' : 'Downgrade';
}

function connectionsText(count: number): string {
  if (count === 0) return 'No schedules connected to Xero';
  return count === 1 ? '1 schedule connected to Xero' : `${count} schedules connected to Xero`;
}

function PlanPlaceholder() {
  return (
    <section className="card plan" aria-busy="true">
      <Bar width={12} />
      <Bar width={18} />
      <Bar width={24} />
      <Bar width={20} />
    </section>
  );
}
