import { randomUUID } from 'node:crypto'
import type { StripeStatus } from '#contract/accounts/payments.ts'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type AccountFacts,
  isStripeGone,
  type StripeGateway,
  stripeProblem,
} from '#server/providers/payments/index.ts'
import {
  atOf,
  findByExternal,
  findConnection,
  insertAuthorization,
  payingAccounts,
  saveConnection,
  takeAuthorization,
  updateConnection,
} from './connections-store.ts'
import type { ConnectionRow } from './payments-tables.ts'

export interface ConnectionsDeps {
  db: Db
  clock: Clock
  log: Log
  stripe: StripeGateway
  paid: PaidSubscriptions
  /** Address of the brand that an account's people use, without a slash at its end. */
  originOf(accountId: number): Promise<string>
  /** Reads what a connected account missed while it was away. */
  catchUp(connection: ConnectionRow): Promise<unknown>
}

const factsOf = (facts: AccountFacts, now: Date) => ({
  name: facts.name,
  charges_enabled: facts.chargesEnabled,
  payouts_enabled: facts.payoutsEnabled,
  requirements: facts.requirements,
  country: facts.country,
  currency: facts.currency,
  checked_at: now,
})

/** Accounts at Stripe that sellers sell on. */
export function createConnections({ db, clock, log, stripe, paid, originOf, catchUp }: ConnectionsDeps) {
  const requireOn = () => {
    if (!stripe.isOn)
      throw new AppError('conflict', 'Stripe isn’t set up on this installation. Ask whoever runs it')
  }
  const isPlatform = async (accountId: number) => (await findPlatformId(db)) === accountId

  /** The platform sells on the account of its own key; nobody has to connect that. */
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

  async function status(accountId: number): Promise<StripeStatus> {
    const [row, platformId] = [await connectionOf(accountId), await findPlatformId(db)]
    const platform = platformId === null ? undefined : await findConnection(db, platformId)
    return {
      available: stripe.isOn,
      oauth: stripe.canAuthorize,
      is_platform: platformId === accountId,
      connection: row
        ? {
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
          }
        : null,
      tax: row?.tax ?? false,
      fee_percent: platform?.fee_percent ?? 0,
    }
  }

  /** A seller is connected: its customers' subscriptions are verified again by reading what was missed. */
  async function join(actor: Actor, externalId: string, live: boolean, facts: AccountFacts): Promise<void> {
    const other = await findByExternal(db, externalId)
    if (other && other.account_id !== actor.accountId)
      throw new AppError('conflict', 'This Stripe account is connected to another account here')
    const now = clock.now()
    const known = await findConnection(db, actor.accountId)
    const row = await transaction(db, async () => {
      recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: externalId } })
      return saveConnection(db, actor.accountId, {
        external_id: externalId,
        state: facts.chargesEnabled || facts.requirements.length === 0 ? 'connected' : 'pending',
        live,
        connected_at: now,
        disconnected_at: null,
        ...(known?.external_id !== externalId && { event_cursor: now, portal_configuration: null }),
        ...factsOf(facts, now),
      })
    })
    await catchUp(row).catch((error) => log.warn({ err: error }, 'catching up with Stripe failed'))
  }

  /** The account at Stripe is out of reach: what was paid for stays usable until its end. */
  const leave = (connection: ConnectionRow): Promise<void> =>
    transaction(db, async () => {
      const now = clock.now()
      await updateConnection(db, connection.account_id, {
        state: 'disconnected',
        disconnected_at: connection.disconnected_at ?? now,
        charges_enabled: false,
        event_cursor: connection.event_cursor ?? now,
      })
      for (const { account_id: accountId } of await payingAccounts(db, atOf(connection))) {
        const current = await paid.current(accountId)
        if (current && current.state !== 'cancelled')
          await paid.follow(
            { accountId, vendor: 'stripe', state: 'unverified', cancelAt: current.cancel_at },
            now,
          )
      }
    })

  return {
    status,
    connectionOf,
    leave,

    /** The account that a seller can charge on now; undefined where there is none. */
    async chargeable(accountId: number): Promise<ConnectionRow | undefined> {
      const row = await connectionOf(accountId)
      return row?.state === 'connected' && row.charges_enabled && stripe.isOn ? row : undefined
    },

    /** Share of a seller's sales that the platform keeps; nothing of its own. */
    async feePercent(connection: ConnectionRow): Promise<number> {
      const platformId = await findPlatformId(db)
      if (platformId === null || connection.account_id === platformId) return 0
      return (await findConnection(db, platformId))?.fee_percent ?? 0
    },

    async authorize(actor: Actor): Promise<{ url: string }> {
      requireOn()
      if (!stripe.canAuthorize)
        throw new AppError('conflict', 'Existing Stripe accounts can’t be connected here. Create one instead')
      if (await isPlatform(actor.accountId))
        throw new AppError(
          'conflict',
          'The account of the installation uses the Stripe account of its own key',
        )
      const { token: state, hash: stateHash } = newToken()
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId })
        await insertAuthorization(db, {
          stateHash,
          accountId: actor.accountId,
          userId: actor.userId,
        })
      })
      return {
        url: stripe.authorizeUrl(state, `${await originOf(actor.accountId)}/whitelabel/stripe/callback`),
      }
    },

    /** @throws AppError validation_failed for a state that is unknown, used or over; conflict, unavailable. */
    async connect(actor: Actor, { code, state }: { code: string; state: string }): Promise<StripeStatus> {
      requireOn()
      if (!(await takeAuthorization(db, actor, hashToken(state))))
        throw invalidField('state', 'This link was used or is too old. Start again from the Stripe page')
      const token = await stripe.exchangeCode(code).catch((error) => {
        throw stripeProblem(error)
      })
      if (token.live !== stripe.live)
        throw new AppError(
          'conflict',
          `Connect with a Stripe account in ${stripe.live ? 'live' : 'test'} mode`,
        )
      const facts = await stripe.readAccount(token.id).catch((error) => {
        throw stripeProblem(error)
      })
      await join(actor, token.id, token.live, facts)
      return status(actor.accountId)
    },

    /** @throws AppError conflict, unavailable. */
    async create(
      actor: Actor,
      about: { name: string; email: string; country?: string | undefined },
    ): Promise<{ url: string }> {
      requireOn()
      if (await isPlatform(actor.accountId))
        throw new AppError(
          'conflict',
          'The account of the installation uses the Stripe account of its own key',
        )
      const known = await findConnection(db, actor.accountId)
      if (known?.state === 'connected')
        throw new AppError('conflict', 'A Stripe account is connected already. Disconnect it first')
      const page = `${await originOf(actor.accountId)}/whitelabel/stripe`
      try {
        const isPending = known?.state === 'pending'
        const id = isPending
          ? known.external_id
          : (await stripe.createAccount({ ...about, key: randomUUID() })).id
        const url = await stripe.accountLink(id, `${page}?setup=done`, `${page}?setup=again`)
        await transaction(db, async () => {
          recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: id } })
          const now = clock.now()
          if (!isPending)
            await saveConnection(db, actor.accountId, {
              external_id: id,
              state: 'pending',
              live: stripe.live,
              event_cursor: now,
              charges_enabled: false,
              disconnected_at: null,
              portal_configuration: null,
            })
        })
        return { url }
      } catch (error) {
        throw stripeProblem(error)
      }
    },

    /** Reads the account again. @throws AppError conflict, unavailable. */
    async refresh(accountId: number): Promise<StripeStatus> {
      requireOn()
      const row = await connectionOf(accountId)
      if (!row || row.state === 'disconnected')
        throw new AppError('conflict', 'Connect a Stripe account first')
      let facts: AccountFacts
      try {
        facts = await stripe.readAccount(row.external_id)
      } catch (error) {
        if (isStripeGone(error)) await leave(row)
        throw stripeProblem(error)
      }
      const isReady = facts.chargesEnabled
      await transaction(db, async () => {
        recordAudit(db, { accountId })
        const now = clock.now()
        const since = isReady && !row.connected_at ? { connected_at: now } : {}
        const state = isReady ? ('connected' as const) : row.state
        await updateConnection(db, accountId, { ...factsOf(facts, now), ...since, state })
      })
      return status(accountId)
    },

    async setTax(
      actor: Actor,
      set: { tax?: boolean | undefined; fee_percent?: number | undefined },
    ): Promise<StripeStatus> {
      const row = await connectionOf(actor.accountId)
      if (!row) throw new AppError('conflict', 'Connect a Stripe account first')
      if (set.fee_percent !== undefined && !(await isPlatform(actor.accountId)))
        throw invalidField('fee_percent', 'Only the account of the installation sets its share')
      const known = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, detail: known })
        await updateConnection(db, actor.accountId, { ...known, checked_at: row.checked_at })
      })
      return status(actor.accountId)
    },

    async disconnect(actor: Actor): Promise<StripeStatus> {
      const row = await findConnection(db, actor.accountId)
      if (!row || row.external_id === '')
        throw new AppError('conflict', 'There is no connected Stripe account')
      if (row.state === 'connected' && stripe.canAuthorize)
        await stripe.deauthorize(row.external_id).catch((error) => {
          // One that was created here, or has left already, has nothing to revoke.
          if (stripeProblem(error).code === 'unavailable') throw stripeProblem(error)
        })
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, detail: { stripe_account: row.external_id } })
        await leave(row)
      })
      return status(actor.accountId)
    },
  }
}

export type Connections = ReturnType<typeof createConnections>
