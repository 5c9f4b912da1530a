/** The figures that the pages render for random contracts with events, against a second computation. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { calendarDate } from '../../../domain/calendar.ts';
import { PapersSection } from '../../../web/reports/papers-section.tsx';
import {
  FeesSection,
  InterestSection,
  MaturitySection,
  MovementSection,
  SplitSection,
} from '../../../web/reports/sections.tsx';
import { outstandingOn } from '../../../web/schedules/outstanding.ts';
import { yearsOfRows } from '../../../web/schedules/payment-totals.ts';
import { timelineOf } from '../../../web/schedules/timeline.ts';
import { YearRow } from '../../../web/schedules/year-row.tsx';
import { centsOf, createOraclePractice, DATES, expectedOf, inCents } from '../../reports/oracle-practice.ts';
import { oracleYearEnd } from '../../support/year-end-oracle.ts';

/** Renders a component; the notes of loans are left out, since they name amounts too. */
function rendered<Props extends object>(component: FunctionComponent<Props>, props: Props): string {
  const page = { ssrPath: '/reports', children: createElement(component, props) };
  const html = renderToStaticMarkup(createElement(Router, page));
  return html.replaceAll(/<span class="report-note">.*?<\/span>/g, '');
}

/** The amounts in each row with a name, in cents. */
const rowsOf = (html: string, name: string): number[][] =>
  html
    .split('</tr>')
    .filter((row) => row.includes(`${name}<`))
    .map((row) => [...row.matchAll(/−?\$[\d,.]+|(?<=>)–(?=<)/g)].map(([text]) => centsOf(text)));

const inOrder = (years: ReadonlyMap<number, number>): number[] =>
  [...years].toSorted(([a], [b]) => a - b).map(([, amount]) => amount);

it('shows the figures of the oracle on the year-end page', async () => {
  const practice = await createOraclePractice();
  for (const date of DATES) {
    const { body: report } = await practice.report({ date });
    const { loans } = report;
    const sections = [MovementSection, SplitSection, MaturitySection, InterestSection, FeesSection];
    const pages = sections.map((section) => rendered(section, { loans }));
    const papers = rendered(PapersSection, { report });
    for (const loan of practice.loans) {
      const own = expectedOf(loan, date);
      if (!own) continue;
      const [movement, split, maturity, interest, fees] = pages.map((page) => rowsOf(page, loan.name)[0]);
      expect(movement).toEqual(own.movement.map((each, at) => (at > 2 && at < 6 ? 0 - each : each)));
      expect(split).toEqual(own.split.slice(0, -1));
      const [overdue, one, oneNet, five, fiveNet, later, laterNet, gross, net] = own.maturity;
      expect(maturity).toEqual([overdue, one, five, later, gross, oneNet, fiveNet, laterNet, net]);
      expect(interest?.filter(Boolean)).toEqual(inOrder(own.interest));
      expect(fees?.filter(Boolean)).toEqual(inOrder(own.fees));
      expect(rowsOf(papers, loan.name)).toContainEqual(own.comparatives);
      expect([...rowsOf(papers, loan.name), []]).toContainEqual(own.gst);
    }
  }
});

it('shows the figures of the oracle in the years of a schedule', async () => {
  const { app, owner, entityId, loans } = await createOraclePractice();
  for (const { scheduleId, contract } of loans) {
    const params = { entityId, scheduleId };
    const key = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
    const { body: schedule } = await app.call(key, { as: owner.token, params });
    const ofRows = new Map(
      yearsOfRows(schedule, timelineOf(schedule), false).map(({ year, totals }) => [year, totals]),
    );
    for (const group of yearsOfRows(schedule, [], true)) {
      const end = calendarDate(`${group.year}-06-30`);
      const oracle = oracleYearEnd(contract, end);
      const owed = oracleYearEnd(contract, end, false).closing;
      expect(inCents(outstandingOn(schedule, end))).toBe(owed);
      const paid = oracle.payments + oracle.extraRepayments + oracle.payouts;
      const props = { group, hasFees: false, hasOptions: false, isOpen: false, onToggle: () => {} };
      const [[payments, interest, , ...ends] = []] = rowsOf(rendered(YearRow, props), `FY${group.year}`);
      const { closing, current, nonCurrent } = oracle;
      expect([payments, interest, ...ends]).toEqual([paid, oracle.interest, closing, current, nonCurrent]);
      const sums = ofRows.get(group.year);
      const shown = [sums?.payments ?? 0, sums?.interest ?? 0].map(inCents);
      expect(shown, `rows of ${group.year}`).toEqual([paid, oracle.interest]);
    }
  }
});
