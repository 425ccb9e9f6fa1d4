import type { buy } from '#contract/accounts/payments.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/money.ts'
import {
  findOfferedAddOns,
  type PlanVersionRow,
  publicPackage,
  requireSellable,
} from '#server/modules/accounts/plans/index.ts'
import type { PaidSubscriptions } from '#server/modules/accounts/subscriptions/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type StripeGateway, stripeProblem } from '#server/providers/payments/index.ts'
import type { Connections } from './connections-service.ts'
import { atOf } from './connections-store.ts'
import { findPaidSubscription } from './payments-store.ts'
import type { CheckoutRow, ConnectionRow } from './payments-tables.ts'
import { amountProblem, feeOf, type Prices } from './prices.ts'
import { findCustomer, insertCheckout, outdatedCheckouts, priceKeys, updateCheckout } from './stripe-rows.ts'

export interface CheckoutDeps {
  db: Db
  clock: Clock
  stripe: StripeGateway
  connections: Pick<Connections, 'chargeable' | 'feePercent'>
  prices: Prices
  paid: Pick<PaidSubscriptions, 'current'>
  /** The account that a host's site belongs to; null for the installation's own. */
  siteAccountOf(host: string): Promise<number | null>
  originOf(accountId: number): Promise<string>
  originOfHost(host: string): Promise<string>
  packOf(
    sellerId: number,
    packId: number,
  ): Promise<{ id: number; name: string; credits: number; price: number; currency: string } | undefined>
  sellerOf(accountId: number): Promise<number | null>
}

type Body = ParsedInput<typeof buy>['body']
interface Wanted {
  sellerId: number
  customerId: number | null
  email: string | null
  couponCode: string | undefined
  addOns: readonly string[]
  origin: string
  /** Where a buyer without an account returns to. */
  backTo: string
}
/** What a session at Stripe is opened with. */
interface Session {
  connection: ConnectionRow
  row: Omit<
    CheckoutRow,
    'id' | 'external_id' | 'state' | 'created_at' | 'account_id' | 'vendor' | 'vendor_account'
  >
  prices: string[]
  coupon: string | null
  trialDays: number
  email: string | null
  origin: string
  backTo: string
}

const noCard = () => new AppError('conflict', 'This can’t be paid by card here. Ask your provider')

/** Pages at Stripe on which packages, add-ons and packs are paid. What was offered is noted before. */
export function createCheckouts(deps: CheckoutDeps) {
  const { db, clock, stripe, connections, prices, paid } = deps

  async function open(session: Session): Promise<{ url: string }> {
    const { connection, row, origin } = session
    const at = atOf(connection)
    const isPackage = row.kind === 'package'
    const percent = await connections.feePercent(connection)
    const customer =
      row.customer_account_id === null ? undefined : await findCustomer(db, row.customer_account_id, at)
    const noted = await transaction(db, () =>
      insertCheckout(db, {
        ...row,
        account_id: connection.account_id,
        vendor: at.vendor,
        vendor_account: at.account,
      }),
    )
    const page = await stripe.createCheckout(
      at.account,
      {
        mode: isPackage ? 'subscription' : 'payment',
        prices: session.prices,
        customer: customer?.external_id ?? null,
        email: session.email,
        successUrl: `${origin}${session.backTo}?checkout=success&session={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${origin}${session.backTo}?checkout=cancelled`,
        metadata: { checkout: String(noted.id) },
        trialDays: session.trialDays,
        feePercent: percent,
        feeMinor: isPackage ? 0 : feeOf(row.amount_minor, percent),
        tax: connection.tax,
        coupon: session.coupon,
        key: `checkout:${connection.account_id}:${noted.id}`,
      },
      clock.now(),
    )
    await updateCheckout(db, noted, { external_id: page.id })
    if (!page.url) throw new AppError('unavailable', 'Stripe opened no page for this. Try again in a minute')
    return { url: page.url }
  }

  async function connectionOf(sellerId: number): Promise<ConnectionRow> {
    const connection = await connections.chargeable(sellerId)
    if (!connection) throw noCard()
    return connection
  }

  /** @throws AppError conflict where the package cannot be sold, or add-ons cannot be bought. */
  async function packageSession(
    version: PlanVersionRow & { name: string },
    wanted: Wanted,
  ): Promise<Session> {
    const { sellerId, couponCode } = wanted
    const connection = await connectionOf(sellerId)
    const sold = await requireSellable(db, {
      planVersionId: version.id,
      sellerAccountId: sellerId,
      couponCode,
    })
    const currency = version.currency
    if (!currency || version.price_minor === 0)
      throw new AppError('conflict', 'This package is free. Register for it instead')
    const extras = await findOfferedAddOns(db, version.plan_id, wanted.addOns)
    if (extras.some(({ seats }) => seats > 0))
      throw invalidField('add_ons', 'Add-ons with seats can’t be paid by card. Ask your provider')
    const about = { ...version, currency }
    const lines = [
      await prices.version(connection, about),
      ...(version.set_up_minor > 0 ? [await prices.setUp(connection, about)] : []),
    ]
    for (const extra of extras) lines.push(await prices.addOn(connection, about, extra))
    return {
      connection,
      row: {
        kind: 'package',
        customer_account_id: wanted.customerId,
        plan_version_id: version.id,
        name: version.name,
        credits: version.free_credits + extras.reduce((sum, { credits }) => sum + credits, 0),
        seats: 0,
        coupon: sold.coupon?.code ?? null,
        amount_minor: lines.reduce((sum, line) => sum + line.amount_minor, 0),
        currency,
      },
      prices: lines.map(({ external_id }) => external_id),
      coupon: sold.coupon ? await prices.coupon(connection, about, sold.coupon) : null,
      trialDays: version.trial_days,
      email: wanted.email,
      origin: wanted.origin,
      backTo: wanted.backTo,
    }
  }

  /** Credits that are bought once, at the price that is offered now. */
  async function creditsSession(
    sellerId: number,
    accountId: number,
    offer: {
      kind: 'pack' | 'add_on'
      key: string
      name: string
      credits: number
      price: number
      currency: Currency
    },
  ): Promise<Session> {
    const connection = await connectionOf(sellerId)
    const problem = amountProblem(offer.price, offer.currency)
    if (problem) throw new AppError('conflict', problem)
    if (offer.price === 0) throw new AppError('conflict', 'This costs nothing. Request it from your provider')
    const price = await prices.ensure(connection, {
      key: offer.key,
      name: offer.name,
      amountMinor: offer.price,
      currency: offer.currency,
      period: null,
    })
    return {
      connection,
      row: {
        kind: offer.kind,
        customer_account_id: accountId,
        plan_version_id: null,
        name: offer.name,
        credits: offer.credits,
        seats: 0,
        coupon: null,
        amount_minor: offer.price,
        currency: offer.currency,
      },
      prices: [price.external_id],
      coupon: null,
      trialDays: 0,
      email: null,
      origin: await deps.originOf(accountId),
      backTo: '/wallet',
    }
  }

  async function packSession(sellerId: number, accountId: number, packId: number): Promise<Session> {
    const pack = await deps.packOf(sellerId, packId)
    if (!pack) throw invalidField('pack_id', 'This pack isn’t offered any more. Choose another one')
    const currency = pack.currency as Currency
    const key = priceKeys.pack(pack.id, pack.price, currency)
    return creditsSession(sellerId, accountId, { ...pack, kind: 'pack', key, currency })
  }

  async function addOnsSession(
    sellerId: number,
    accountId: number,
    names: readonly string[],
  ): Promise<Session> {
    const mine = await transaction(db, () => paid.current(accountId))
    const version =
      mine &&
      (await db
        .selectFrom('plan_version_info')
        .select(['plan_id', 'currency'])
        .where('id', '=', mine.plan_version_id)
        .executeTakeFirst())
    if (!version?.currency) throw new AppError('conflict', 'Your package has no add-ons to buy')
    const chosen = await findOfferedAddOns(db, version.plan_id, names)
    if (chosen.some(({ seats }) => seats > 0))
      throw invalidField('add_ons', 'Add-ons with seats can’t be paid by card. Ask your provider')
    const sum = (of: (one: (typeof chosen)[number]) => number) =>
      chosen.reduce((total, one) => total + of(one), 0)
    const [credits, price] = [sum((one) => one.credits), sum((one) => one.price_minor)]
    const key = priceKeys.credits(credits, price, version.currency)
    const name = chosen.map((one) => one.name).join(', ')
    return creditsSession(sellerId, accountId, {
      kind: 'add_on',
      key,
      name,
      credits,
      price,
      currency: version.currency,
    })
  }

  const told = async (work: () => Promise<{ url: string }>) => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof AppError ? error : stripeProblem(error)
    }
  }

  return {
    /** For somebody without an account, from a public page. @throws AppError not_found, conflict, unavailable. */
    stranger: (
      host: string,
      id: number,
      asked: { coupon?: string | undefined; add_ons: string[]; email?: string | undefined },
    ) =>
      told(async () => {
        const { seller, plan, version } = await publicPackage(db, await deps.siteAccountOf(host), id)
        const wanted = {
          sellerId: seller.accountId,
          customerId: null,
          email: asked.email ?? null,
          couponCode: asked.coupon,
          addOns: asked.add_ons,
          origin: await deps.originOfHost(host),
          backTo: `/packages/${id}`,
        }
        return open(await packageSession({ ...version, name: plan.name }, wanted))
      }),

    /** For an account. @throws AppError not_found, conflict, unavailable. */
    account: (actor: Actor, body: Body) =>
      told(async () => {
        const sellerId = await deps.sellerOf(actor.accountId)
        if (sellerId === null)
          throw new AppError('conflict', 'This account runs the installation and buys nothing')
        const session = await sessionFor(actor, sellerId, body)
        const page = await open(session)
        await transaction(db, async () =>
          recordAudit(db, {
            accountId: actor.accountId,
            detail: {
              name: session.row.name,
              amount: session.row.amount_minor,
              currency: session.row.currency,
            },
          }),
        )
        return page
      }),

    /** Pages of packages that are not sold any more are closed; one that is paid meanwhile stays paid. */
    async expireOutdated(): Promise<void> {
      if (!stripe.isOn) return
      for (const row of await outdatedCheckouts(db, 200)) {
        await stripe.expireCheckout(row.vendor_account, row.external_id as string).catch((error) => {
          if (stripeProblem(error).code === 'unavailable') throw error
        })
        await updateCheckout(db, row, { state: 'expired' })
      }
    },
  }

  async function sessionFor(actor: Actor, sellerId: number, body: Body): Promise<Session> {
    if (body.kind === 'pack') return packSession(sellerId, actor.accountId, body.pack_id)
    if (body.kind === 'add_ons') return addOnsSession(sellerId, actor.accountId, body.add_ons)
    if (await findPaidSubscription(db, actor.accountId))
      throw new AppError('conflict', 'You pay for a package already. Change it instead')
    const { plan, version } = await publicPackage(db, sellerId, body.package_id)
    const member = await db
      .selectFrom('member')
      .select('email')
      .where('account_id', '=', actor.accountId)
      .where('id', '=', actor.userId)
      .executeTakeFirst()
    if (!member) throw notFound('The account')
    return packageSession(
      { ...version, name: plan.name },
      {
        sellerId,
        customerId: actor.accountId,
        email: member.email,
        couponCode: body.coupon,
        addOns: body.add_ons,
        origin: await deps.originOf(actor.accountId),
        backTo: '/whitelabel/upgrade',
      },
    )
  }
}

export type Checkouts = ReturnType<typeof createCheckouts>
