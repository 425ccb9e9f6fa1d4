import type { StripeStatus } from '#contract/accounts/payments.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { conflict } from '#server/platform/errors.ts'
import type { ConnectionsDeps } from './connection-deps.ts'
import { findConnection, saveConnection } from './connections-store.ts'
import type { ConnectionRow } from './payments-tables.ts'

const presentConnection = (row: ConnectionRow): StripeStatus['connection'] => ({
  state: row.state,
  external_id: row.external_id,
  name: row.name,
  live: row.live,
  charges_enabled: row.charges_enabled,
  payouts_enabled: row.payouts_enabled,
  requirements: row.requirements,
  country: row.country,
  currency: row.currency,
  connected_at: row.connected_at?.toISOString() ?? null,
  disconnected_at: row.disconnected_at?.toISOString() ?? null,
  checked_at: row.checked_at.toISOString(),
})

/** Stored facts about sellers' Stripe accounts. */
export function createConnectionReads({
  db,
  clock,
  stripe,
}: Pick<ConnectionsDeps, 'db' | 'clock' | 'stripe'>) {
  const isPlatform = async (accountId: number) => (await findPlatformId(db)) === accountId

  /** The platform sells on the account of its own key, without a connection. */
  async function connectionOf(accountId: number): Promise<ConnectionRow | undefined> {
    const known = await findConnection(db, accountId)
    if (known || !stripe.isOn || !(await isPlatform(accountId))) return known
    const connected_at = clock.now()
    return saveConnection(db, accountId, {
      external_id: '',
      state: 'connected',
      live: stripe.live,
      charges_enabled: true,
      connected_at,
      event_cursor: connected_at,
    })
  }

  const feeOfPlatform = async (): Promise<number> => {
    const platformId = await findPlatformId(db)
    return platformId === null ? 0 : ((await findConnection(db, platformId))?.fee_percent ?? 0)
  }

  return {
    isPlatform,
    connectionOf,

    /** @throws AppError conflict where there is no key. */
    requireOn(): void {
      if (!stripe.isOn) throw conflict('Stripe isn’t set up on this installation. Ask whoever runs it')
    },

    async status(accountId: number): Promise<StripeStatus> {
      const row = await connectionOf(accountId)
      return {
        available: stripe.isOn,
        oauth: stripe.canAuthorize,
        is_platform: await isPlatform(accountId),
        connection: row ? presentConnection(row) : null,
        tax: row?.tax ?? false,
        fee_percent: await feeOfPlatform(),
      }
    },

    /** The seller's account for charges; undefined without one. */
    async chargeable(accountId: number): Promise<ConnectionRow | undefined> {
      const row = await connectionOf(accountId)
      return row?.state === 'connected' && row.charges_enabled && stripe.isOn ? row : undefined
    },

    /** The platform's share of a seller's sales; none of its own. */
    async feePercent({ account_id }: ConnectionRow): Promise<number> {
      return (await isPlatform(account_id)) ? 0 : feeOfPlatform()
    },
  }
}

export type ConnectionReads = ReturnType<typeof createConnectionReads>
