import type { buy } from '#contract/accounts/payments.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { publicPackage } from '#server/modules/accounts/plans/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { stripeProblem } from '#server/providers/payments/index.ts'
import type { CheckoutDeps, Session } from './checkout-deps.ts'
import { createCreditsSessions } from './credits-session.ts'
import { createOpening } from './open-checkout.ts'
import { createPackageSession } from './package-session.ts'
import { findPaidSubscription } from './payments-store.ts'
import { checkoutsToCheck, outdatedCheckouts, updateCheckout } from './stripe-rows.ts'

const DAY = 24 * 60 * 60_000

type Body = ParsedInput<typeof buy>['body']
/** Stripe pages for packages, add-ons and packs. The offer is recorded first. */
export function createCheckouts(deps: CheckoutDeps) {
  const { db, clock, stripe } = deps
  const open = createOpening(deps)
  const packageSession = createPackageSession(deps)
  const { packSession, addOnsSession } = createCreditsSessions(deps)

  const withStripeProblems = async (work: () => Promise<{ url: string }>) => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof AppError ? error : stripeProblem(error)
    }
  }

  return {
    /** For someone without an account, from a public page. @throws AppError not_found, conflict, unavailable. */
    stranger: (
      host: string,
      id: number,
      input: { coupon?: string | undefined; add_ons: string[]; email?: string | undefined },
    ) =>
      withStripeProblems(async () => {
        const { seller, plan, version } = await publicPackage(db, await deps.siteAccountOf(host), id)
        const wanted = {
          sellerId: seller.accountId,
          customerId: null,
          email: input.email ?? null,
          couponCode: input.coupon,
          addOns: input.add_ons,
          origin: await deps.originOfHost(host),
          backTo: `/packages/${id}`,
        }
        return open(await packageSession({ ...version, name: plan.name }, wanted))
      }),

    /** For an account. @throws AppError not_found, conflict, unavailable. */
    account: (actor: Actor, body: Body) =>
      withStripeProblems(async () => {
        const sellerId = await deps.sellerOf(actor.accountId)
        if (sellerId === null) throw conflict('This account runs the installation, so it can’t buy packages')
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

    /** Closes pages of packages no longer on sale; one paid in the meantime stays paid. */
    async expireOutdated(): Promise<void> {
      if (!stripe.isOn) return
      await forEachItem(
        'checkouts',
        await outdatedCheckouts(db),
        async (row) => {
          await stripe.expireCheckout(row.vendor_account, row.external_id as string).catch((error) => {
            if (stripeProblem(error).code === 'unavailable') throw error
          })
          await updateCheckout(db, row, { state: 'expired' })
        },
        { nameOf: ({ external_id }) => external_id as string },
      )
    },

    /** Releases the coupons of pages that were abandoned, if no event has. */
    async releaseCoupons(): Promise<void> {
      if (!stripe.isOn) return
      const now = clock.now()
      await forEachItem('checkouts', await checkoutsToCheck(db, now), async (row) => {
        const isOver =
          // Nobody has got its address.
          row.external_id === null ||
          (await stripe.readCheckout(row.vendor_account, row.external_id).then(
            ({ status }) => status === 'expired',
            () => false,
          ))
        // A payment that takes days keeps it.
        await updateCheckout(
          db,
          row,
          isOver ? { state: 'expired' } : { check_at: new Date(now.getTime() + DAY) },
        )
      })
    },
  }

  async function sessionFor(actor: Actor, sellerId: number, body: Body): Promise<Session> {
    if (body.kind === 'pack') return packSession(sellerId, actor.accountId, body.pack_id)
    if (body.kind === 'add_ons') return addOnsSession(sellerId, actor.accountId, body.add_ons)
    if (await findPaidSubscription(db, actor.accountId))
      throw conflict('You already pay for a package. Change it instead')
    const { plan, version } = await publicPackage(db, sellerId, body.package_id)
    const member = await findRow(db, 'member', { account_id: actor.accountId, id: actor.userId }, ['email'])
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
