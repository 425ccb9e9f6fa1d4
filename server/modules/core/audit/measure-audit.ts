import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Measurement } from '#server/platform/observe/measurement.ts'
import { findCheckpoint, findLastCheckpoint } from './checkpoint-store.ts'
import { findVerification } from './verification.ts'

/** Results of the nightly audit log check. */
export async function measureAudit(db: Db): Promise<Measurement[]> {
  const [verified, first, last] = [
    await findVerification(db),
    await findCheckpoint(db, 1),
    await findLastCheckpoint(db),
  ]
  const age = (at: Date | null | undefined) => (at ? (systemClock.now().getTime() - at.getTime()) / 1000 : 0)
  const gauge = (name: string, help: string, value: number): Measurement => ({
    name,
    help,
    values: [{ value }],
  })
  return [
    gauge(
      'audit_broken',
      '1 when the last check found the audit log changed; must be 0',
      verified.broken ? 1 : 0,
    ),
    gauge(
      'audit_verified_seconds',
      'Time since the audit log was checked, or since it began',
      age(verified.verified_at ?? first?.at),
    ),
    gauge('audit_checkpoint_seconds', 'Age of its newest checkpoint', age(last?.at)),
    gauge('audit_entries', 'Entries under its newest checkpoint', last?.entries ?? 0),
  ]
}
