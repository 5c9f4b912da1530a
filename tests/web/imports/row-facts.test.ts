import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../web/imports/row-facts.tsx';

describe('the facts of an imported row', () => {
  it('have the payments in the format of the other amounts', () => {
    const cells = {
      loanAmount: '400000',
      'terms.0.qty': '60',
      'terms.0.amount': '6110.89',
      'terms.1.qty': '1',
      'terms.1.amount': 'unclear',
    };
    const facts = factsOf({
      cells,
      judged: {
        interestRate: 7.5,
        totalInterest: null,
        firstPaymentDate: null,
        endDate: null,
        balloon: null,
      },
    } as never);
    expect(facts.slice(0, 2)).toEqual([
      { label: 'Loan', value: '$400,000.00', stated: '' },
      { label: 'Payments', value: '60 × $6,110.89, 1 × unclear', stated: '' },
    ]);
  });
});
