import type { Subscription, SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import type { HoldRow } from './access-store.ts'
import type { PackageVersion } from './plan-of-subscription.ts'
import type { ShownRow } from './subscriptions-reads.ts'
import type { ChangeRow } from './subscriptions-store.ts'

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const presentPackage = (row: Pick<ShownRow, 'plan_id' | 'version_id' | 'version' | 'package_name'>) =>
  row.plan_id === null || row.version_id === null
    ? null
    : { id: row.plan_id, version_id: row.version_id, version: row.version ?? 1, name: row.package_name ?? '' }

export const presentSubscription = (row: ShownRow): Subscription => ({
  id: row.id,
  company: row.name,
  email: row.email,
  state: row.state,
  access: row.access,
  package: presentPackage(row),
  credits: { available: row.available ?? 0, reserved: row.reserved ?? 0, spent: Number(row.spent) },
  period_end: iso(row.period_end),
  cancel_at: iso(row.cancel_at),
  created_at: row.created_at.toISOString(),
})

export const presentDetails = (
  row: ShownRow,
  facts: {
    seller: { id: number; name: string }
    /** Credits including those in transit to the account. */
    available: number
    change: { row: ChangeRow; version: PackageVersion } | null
    holds: readonly HoldRow[]
    viewerAccountId: number
  },
): SubscriptionDetails => ({
  ...presentSubscription({ ...row, available: facts.available }),
  first_name: row.first_name,
  last_name: row.last_name,
  joined: Boolean(row.joined),
  seller: facts.seller,
  period_start: iso(row.period_start),
  trial_ends_at: iso(row.trial_ends_at),
  past_due_since: iso(row.past_due_since),
  paused_at: iso(row.paused_at),
  delete_at: iso(row.delete_at),
  next_change: facts.change && {
    id: facts.change.row.id,
    package: {
      id: facts.change.version.plan_id,
      version_id: facts.change.version.id,
      version: facts.change.version.version,
      name: facts.change.version.name,
    },
    rule: facts.change.row.rule,
    applies_at: facts.change.row.applies_at.toISOString(),
    charge_minor: facts.change.row.charge_minor,
    credit_minor: facts.change.row.credit_minor,
    currency: facts.change.row.currency,
  },
  holds: facts.holds.map(({ cause, reason, at, starts_at, source_account_id }) => ({
    cause,
    reason,
    at: at.toISOString(),
    starts_at: starts_at.toISOString(),
    yours: source_account_id === facts.viewerAccountId && (cause === 'reseller' || cause === 'staff'),
  })),
})
