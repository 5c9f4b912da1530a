/** Shown for a date of the opening balances on which the contract is over. */
export const NO_BALANCES = 'The contract has no balances on this date. Choose an earlier one.';
