import type { Schedule } from './draft.ts';
import './chart.css';

export function Chart({ schedule }: { readonly schedule: Schedule }) {
  return <div className="card chart" hidden={schedule.schedulePayments.length === 0} />;
}
