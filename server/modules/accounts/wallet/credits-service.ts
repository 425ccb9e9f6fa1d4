import { randomUUID } from 'node:crypto'
import type { GrantKind } from '#contract/accounts/credits.ts'
import { afterCommit, type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { accountsWithExpired, insertGrant, splitOver, usableGrants } from './grants-store.ts'
import { lockWallet } from './lock-wallet.ts'
import { returnOrLose } from './return-credits.ts'
import type { Transfers } from './transfers.ts'
import { move } from './wallet-store.ts'

const SWEEP_AT_ONCE = 1000

/** Why and by whom credits move. */
interface Cause {
  reason: string
  userId: number | null
}

/** Minor units per credit, exact: a decimal text, or a whole number. */
export type UnitCost = string | number | null

export interface NewCredits extends Cause {
  accountId: number
  /** Without one, credits keep the kind that they have in the pool. */
  kind?: GrantKind | undefined
  amount: number
  /** One grant for each source in an account: the same call again changes nothing. */
  sourceKind: string
  sourceId: string
  expiresAt?: Date | null
  effectiveAt?: Date | null
  priority?: number
  /** What the account pays for a credit; null for a gift. */
  unitCost?: UnitCost
  /** What a credit costs the installation, where it issues them. */
  providerCost?: UnitCost
  currency?: string | null
}

/** The allowance of one period of a subscription. */
export interface Allowance {
  accountId: number
  subscriptionId: number
  periodStart: Date
  periodEnd: Date | null
  amount: number
  unitCost: UnitCost
  currency: string | null
}

interface CreditsDeps {
  db: Db
  tell: (accountId: number) => Promise<void>
  transfers: Transfers
}

/** The price of one credit, exact to ten digits of a minor unit. */
export function perCredit(price: number, credits: number): string {
  const scaled = (BigInt(price) * 10n ** 10n) / BigInt(credits)
  const digits = scaled.toString().padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`
}

const decimal = (cost: UnitCost | undefined): string | null =>
  cost === null || cost === undefined ? null : String(cost)

/** Who is above an account, or nothing for the root. */
async function placeOf(db: Db, accountId: number): Promise<{ path: number[] }> {
  const row = await db
    .selectFrom('account_node')
    .select('path')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound('The account')
  return row
}

/** Where credits come from and go to: grants, transfers down the tree, and back. */
export function createCredits({ db, tell, transfers }: CreditsDeps) {
  /** Out of nothing: what the root account gives to others and to itself. */
  async function issue(rootId: number, credits: NewCredits): Promise<void> {
    const { accountId, amount, currency = null, reason, userId } = credits
    await lockWallet(db, accountId)
    const cost = decimal(credits.providerCost) ?? '0'
    const price = decimal(credits.unitCost) ?? '0'
    const sale = { seller: rootId, customer: accountId, price, cost, currency, cost_currency: currency }
    const isNew = await insertGrant(db, {
      accountId,
      amount,
      // A transfer that names no kind keeps the pool's; what comes out of nothing has none to keep.
      kind: credits.kind ?? 'top_up',
      expiresAt: credits.expiresAt ?? null,
      effectiveAt: credits.effectiveAt ?? null,
      priority: credits.priority ?? 0,
      sourceKind: credits.sourceKind,
      sourceId: credits.sourceId,
      unitCost: price,
      providerCost: cost,
      currency,
      sales: accountId === rootId ? [] : [sale],
      parent: null,
      reason,
    })
    if (!isNew) return
    await move(db, [{ accountId, amount, reason, userId, debit: 'issued', credit: 'available' }])
    await tell(accountId)
    transfers.arrived(accountId)
  }

  /** From whom credits come: the account above, or with `payerId` another one. Nobody pays the root's. */
  async function give(
    credits: NewCredits,
    { payerId, mayWait }: { payerId?: number; mayWait: boolean },
  ): Promise<'sent' | 'waiting'> {
    const { path } = await placeOf(db, credits.accountId)
    const payer = payerId ?? path.at(-2) ?? credits.accountId
    if (payer === path[0]) {
      await issue(payer, credits)
      return 'sent'
    }
    return transfers.start(
      {
        account_id: payer,
        to_account_id: credits.accountId,
        direction: 'down',
        kind: credits.kind ?? null,
        amount: credits.amount,
        source_kind: credits.sourceKind,
        source_id: credits.sourceId,
        unit_price: decimal(credits.unitCost),
        currency: credits.currency ?? null,
        priority: credits.priority ?? 0,
        expires_at: credits.expiresAt ?? null,
        reason: credits.reason,
        user_id: credits.userId,
      },
      { mayWait },
    )
  }

  return {
    /**
     * Gives an account credits, paid by the account above out of its pool. The root's customers get them out of nothing.
     * @throws AppError insufficient_credits when the pool is too small.
     */
    grantCredits: (credits: NewCredits) => give(credits, { mayWait: false }),

    /**
     * The allowance of a subscription's period, once. It leaves what is there as it is, and ends with its period. Where the
     * seller's pool is too small it waits until the pool has enough.
     */
    giveAllowance: (_db: Db, allowance: Allowance): Promise<'sent' | 'waiting'> =>
      allowance.amount === 0
        ? Promise.resolve('sent')
        : give(
            {
              ...allowance,
              kind: 'allowance',
              sourceKind: 'allowance',
              sourceId: `${allowance.subscriptionId}:${allowance.periodStart.toISOString()}`,
              expiresAt: allowance.periodEnd,
              reason: 'Allowance of the package',
              userId: null,
            },
            { mayWait: true },
          ),

    /** Free credits that come with a package when an account opens; the owner of the package pays, if need be later. */
    giveFree: (credits: { accountId: number; amount: number; payerId: number; reason: string }) =>
      give(
        { ...credits, kind: 'promotional', sourceKind: 'sign_up', sourceId: '1', userId: null },
        { payerId: credits.payerId, mayWait: true },
      ),

    /** Credits out of nothing, whoever is above: for the root and for what was promised before pools. */
    async grant({
      accountId,
      amount,
      reason,
      userId,
    }: Cause & { accountId: number; amount: number }): Promise<void> {
      const { path } = await placeOf(db, accountId)
      const source = { kind: 'top_up', sourceKind: 'granted', sourceId: randomUUID() } as const
      await issue(path[0] as number, { accountId, amount, reason, userId, ...source })
    },

    /**
     * Moves credits out of an account's pool to an account below it. They keep their kind, cost and, at most, expiry.
     * The root's come out of nothing. @throws AppError insufficient_credits
     */
    transfer({
      from,
      to,
      sourceId = randomUUID(),
      kind,
      ...credits
    }: Cause & {
      from: number
      to: number
      amount: number
      kind?: GrantKind | undefined
      expiresAt?: Date | null
      sourceKind?: string
      sourceId?: string
      unitCost?: UnitCost
      currency?: string | null
    }) {
      const given = { accountId: to, sourceKind: 'given', sourceId, kind, ...credits }
      return give(given, { payerId: from, mayWait: false })
    },

    /**
     * Takes credits back: those given by hand first, else in the reverse of the burn order. They return to the grants they
     * came from while those live. @throws AppError conflict when there are fewer.
     */
    async takeBack({
      accountId,
      amount,
      reason,
      userId,
    }: Cause & { accountId: number; amount: number }): Promise<void> {
      await lockWallet(db, accountId)
      const grants = (await usableGrants(db, accountId)).toReversed()
      const given = (grant: { source_kind: string }) => (grant.source_kind === 'given' ? 0 : 1)
      const byTurn = grants.toSorted((one, other) => given(one) - given(other))
      const pieces = splitOver(byTurn, amount)
      if (!pieces) {
        const available = grants.reduce((sum, grant) => sum + grant.remaining, 0)
        throw new AppError(
          'conflict',
          `Only ${available} credits are available in this account. Take back ${available} or fewer`,
          { details: { available } },
        )
      }
      const byId = new Map(grants.map((grant) => [grant.id, grant]))
      const taken = pieces.flatMap(({ grantId, amount }) => {
        const grant = byId.get(grantId)
        return grant ? [{ ...grant, amount }] : []
      })
      await returnOrLose(db, { accountId, taken, book: 'taken_back', reason, userId })
      await tell(accountId)
      afterCommit(db, () => transfers.finishSent(accountId).catch(() => {}))
    },

    /** Posts what has expired, and lets it return. Nothing depends on when. */
    async sweep(): Promise<void> {
      for (const accountId of await accountsWithExpired(db, SWEEP_AT_ONCE)) {
        await transaction(db, async () => {
          await lockWallet(db, accountId)
          await tell(accountId)
        })
        await transfers.finishSent(accountId)
      }
    },
  }
}

export type Credits = ReturnType<typeof createCredits>
