/** The words by which contracts name their terms. */

/** The terms of a contract that can be read. */
export const TERM_FIELDS = [
  'lender',
  'contractNumber',
  'asset',
  'amountFinanced',
  'interestRate',
  'numberOfPayments',
  'frequency',
  'paymentAmount',
  'payments',
  'inAdvance',
  'startDate',
  'firstPaymentDate',
  'lastPaymentDate',
  'balloon',
  'balloonDate',
  'establishmentFee',
  'regularFee',
  'gst',
  'totalInterest',
  'totalRepayments',
] as const;

export type TermField = (typeof TERM_FIELDS)[number];

/** The figures of a purchase that can be read: as on the dealer's invoice. */
export const PURCHASE_FIELDS = [
  'price',
  'deposit',
  'tradeIn',
  'payout',
  'delivery',
  'stampDuty',
  'luxuryCarTax',
  'registration',
  'insurance',
] as const;

export type PurchaseField = (typeof PURCHASE_FIELDS)[number];

/**
 * The field that a label names; null for another figure, which ends the value before it. A weak label is also an
 * ordinary word, so its value must follow at once.
 */
export interface Label {
  readonly field: TermField | null;
  /** The figure of a purchase that it names: no term of the contract. */
  readonly figure: PurchaseField | null;
  readonly isWeak: boolean;
}

const PAYMENT = '(?:repayment|payment|instalment|installment|rental)';
const EVERY = '(?:weekly|fortnightly|monthly|quarterly|half[- ]yearly|six[- ]monthly|yearly|annual)';

const STRONG: Readonly<Record<Exclude<TermField, 'payments' | 'inAdvance'>, readonly string[]>> = {
  lender: [
    '(?:name of )?lender(?: name)?',
    'financier',
    'credit provider',
    'finance company',
    'funder',
    'owner',
    'lessor',
  ],
  contractNumber: [
    '(?:loan |hire purchase |chattel mortgage |finance |your )?(?:contract|agreement|loan|account|facility|finance|schedule)(?: account)? (?:number|no\\.?|reference|ref\\.?|id|#)',
    'loan account',
  ],
  asset: ['(?:description of )?(?:goods|asset|equipment|vehicle)(?: description| details| financed)?'],
  amountFinanced: [
    '(?:total |net )?amount (?:to be )?(?:financed|borrowed|funded|of credit|of (?:the )?loan|advanced)',
    '(?:loan|finance|financed|advance|principal|funded|credit) amount',
    'amount of finance',
    'principal sum',
    'amount of credit provided',
    '(?:facility|loan|credit) limit',
    'naf',
  ],
  interestRate: [
    '(?:annual |fixed |nominal |contract |customer )*(?:interest |percentage )?rate(?: of interest)?(?: of)?',
    'implicit (?:interest )?rate',
    'rate per annum',
    'apr',
  ],
  numberOfPayments: [
    `(?:total |scheduled )?(?:number|no\\.?) of (?:scheduled )?(?:${EVERY} )?${PAYMENT}s`,
    '(?:(?:loan|contract|finance|repayment) )?(?:term|period|duration)(?: of (?:the )?(?:loan|contract|agreement))?(?:,? \\(?(?:in )?(?:years|yrs|months|mths)\\)?)?',
  ],
  frequency: [
    `(?:${PAYMENT} )?frequency`,
    `${PAYMENT}s? (?:made|due)`,
    `(?:${PAYMENT}s? )?payable`,
    `${PAYMENT}s? (?:timing|mode|structure)`,
    `(?:(?:number|no\\.?) of )?${PAYMENT}s (?:per|a|each) (?:year|annum)`,
  ],
  paymentAmount: [
    `(?:regular )?${EVERY} ${PAYMENT}s?(?: amount)?`,
    `(?:regular )?${PAYMENT} amount`,
    `(?:amount of )?(?:each|regular) ${PAYMENT}`,
    `amount of (?:each )?${PAYMENT}s?`,
    `(?:${EVERY} )?(?:principal (?:and|&) interest|p&i) ${PAYMENT}s?(?: amount)?`,
  ],
  startDate: [
    'start(?:ing)? date of (?:the )?(?:loan|contract|agreement|finance)',
    '(?:commencement|settlement|start|drawdown|advance|contract|agreement|loan|funding|disbursement|loan start) date',
    'date of (?:advance|contract|loan|agreement|drawdown|settlement|commencement)',
    'commencement',
    'settlement',
  ],
  firstPaymentDate: [
    `(?:date of )?first ${PAYMENT}(?: date| due date| due(?: on)?)?`,
    `first (?:due|${PAYMENT}) date`,
  ],
  lastPaymentDate: [
    `(?:date of )?(?:last|final) ${PAYMENT}(?: date| due date| due(?: on)?)?`,
    '(?:maturity|end|expiry|termination|completion) date',
  ],
  balloon: ['(?:balloon|residual)(?:/residual|/balloon)?(?: value| payment| amount)?', 'rv'],
  balloonDate: ['(?:balloon|residual)(?: value| payment| amount)? (?:due date|date|due(?: on)?)'],
  establishmentFee: [
    '(?:loan )?(?:establishment|documentation|document|application|set-?up|upfront|approval) fee',
  ],
  regularFee: [
    `(?:${EVERY} )?(?:account|account[- ]keeping|admin|administration|service|loan service|maintenance) fee(?: \\((?:each|per) ${PAYMENT}\\))?`,
    `${EVERY} fee`,
    `fee (?:each|per) ${PAYMENT}`,
  ],
  gst: ['gst included in (?:the )?cash price', 'gst(?: amount| included| component| on goods)?'],
  totalInterest: [
    '(?:total )?(?:amount of )?(?:interest|terms|finance|credit) charges',
    'total (?:amount of )?interest(?: payable| charged)?',
  ],
  totalRepayments: [
    `total (?:amount )?(?:of )?(?:all )?${PAYMENT}s`,
    'total (?:amount )?(?:payable|repayable|to be repaid)',
  ],
};

const WEAK: Readonly<Partial<Record<TermField, readonly string[]>>> = {
  contractNumber: [
    '(?:equipment |car |business |term |asset )?loan',
    'contract',
    'agreement',
    'reference',
    'facility',
  ],
  numberOfPayments: [`${PAYMENT}s`],
  paymentAmount: [PAYMENT],
};

const PURCHASE: Readonly<Record<PurchaseField, readonly string[]>> = {
  price: [
    '(?:cash|purchase|sale|invoice) price(?: of (?:the )?(?:goods|asset|equipment|vehicle))?(?: \\(.{0,12}gst\\))?',
  ],
  deposit: ['(?:cash )?deposit(?: paid| amount)?'],
  tradeIn: ['trade[- ]in(?: (?:allowance|amount|price|value))?'],
  payout: [
    'pay-?out (?:of|on) (?:the )?trade[- ]in',
    'trade[- ]in (?:finance|pay-?out)(?: (?:amount|figure))?',
    '(?:amount )?owing on (?:the )?trade[- ]in',
  ],
  delivery: ['dealer delivery(?: (?:charge|fee)s?)?'],
  stampDuty: ['stamp duty'],
  luxuryCarTax: ['luxury car tax(?: \\(lct\\))?'],
  registration: ['(?:vehicle )?registration (?:charge|fee)s?'],
  insurance: ['(?:compulsory third party|ctp)(?: \\(ctp\\))?(?: insurance| premium)?'],
};

const BLOCKING = [
  '(?:bond|rental|security|term) deposit',
  'net trade[- ]in(?: (?:allowance|amount|price|value))?',
  '(?:default|comparison|effective|flat|penalty|overdue|late|higher)(?: annual| interest| percentage)* rate',
  'default (?:interest|charge|fee)s?',
  '(?:dishonour|late payment|late|early termination|early repayment|discharge|break) (?:fee|cost|charge)s?',
  'interest on overdue amounts',
  'interest[- ]only (?:period|term)',
  `(?:${EVERY} )?interest(?:[- ]only)? ${PAYMENT}s?(?: amount)?`,
  '(?:incl\\.?|inc\\.?|including|excl\\.?|ex\\.?|excluding|plus) gst',
  '(?:customer|borrower|hirer|lessee|client|guarantor|debtor)(?: name)?',
  `gst on (?:each |the )?${PAYMENT}s?`,
  'finance type',
  '(?:loan|product|contract) (?:type|purpose)',
  '(?:compounding|interest) periods? (?:per|a) year',
  '(?:scheduled|optional) extra (?:re)?payments?',
  'actual (?:number|no\\.?) of (?:re)?payments',
  'total early (?:re)?payments',
  '(?:printed|run|print|statement|quote) date',
  'printed',
  'page',
  'brokerage',
  'commission',
  '(?:current|payout|outstanding|opening|closing) (?:balance|figure|amount)',
  `${PAYMENT}s? (?:method|schedule|plan|table|date|number|details)`,
  '(?:repayment|payment|amortisation) (?:schedule|table)',
];

interface Group {
  readonly label: Label;
  readonly pattern: RegExp;
}

const group = (label: Partial<Label>, phrases: readonly string[]): Group => ({
  label: { field: null, figure: null, isWeak: false, ...label },
  pattern: RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'gi'),
});

const GROUPS: readonly Group[] = [
  group({}, BLOCKING),
  ...Object.entries(PURCHASE).map(([figure, phrases]) => group({ figure: figure as PurchaseField }, phrases)),
  ...Object.entries(STRONG).map(([field, phrases]) => group({ field: field as TermField }, phrases)),
  ...Object.entries(WEAK).map(([field, phrases]) =>
    group({ field: field as TermField, isWeak: true }, phrases),
  ),
];

export interface FoundLabel extends Label {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

/** The labels of a text in their order: of those that overlap, the longest. */
export function labelsIn(text: string): FoundLabel[] {
  const found = GROUPS.flatMap(({ label, pattern }) =>
    [...text.matchAll(pattern)].map((match): FoundLabel => ({
      ...label,
      from: match.index,
      to: match.index + match[0].length,
    })),
  );
  const longestFirst = found.toSorted(
    (one, other) => other.to - other.from - (one.to - one.from) || Number(one.isWeak) - Number(other.isWeak),
  );
  const kept: FoundLabel[] = [];
  for (const label of longestFirst) {
    if (kept.every(({ from, to }) => label.to <= from || label.from >= to)) kept.push(label);
  }
  return kept.toSorted((one, other) => one.from - other.from);
}
