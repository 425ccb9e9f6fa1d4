import * as api from '#contract/branding/mail-bounces.ts'
import type { SiteScope } from '#server/modules/branding/sites/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { publicRoute, type RequestFacts, type Route, route } from '#server/platform/http/route.ts'
import type { MailBounces } from './mail-bounces.ts'
import { liftSuppression, showSuppressions } from './mail-suppressions.ts'

interface MailBounceRouteDeps {
  db: Db
  bounces: MailBounces
  siteScope: SiteScope
  /** Rate limit per caller address. */
  limits: { report: RateLimit; subscription: RateLimit }
}

/** @throws AppError payload_too_large. */
async function bytesOf({ body }: RequestFacts['request']): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of (body ?? []) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > api.MAX_REPORT_BYTES) throw new AppError('payload_too_large', 'A report can have up to 1 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

type Shown = Awaited<ReturnType<MailBounces['showSubscription']>>
const present = ({ address, category, subscribed }: Shown) => ({
  data: { address, category: category as 'report', subscribed },
})

export const mailBounceRoutes = ({ db, bounces, siteScope, limits }: MailBounceRouteDeps): Route[] => [
  publicRoute(api.takeMailReport, async ({ ip, query, request }) => {
    await limits.report.consume(ip)
    const accepted = await bounces.acceptReport(await bytesOf(request), query.to)
    if (!accepted) markUnchanged()
    return { accepted }
  }),
  publicRoute(api.showSubscription, async ({ params }) =>
    present(await bounces.showSubscription(params.token)),
  ),
  publicRoute(api.setSubscription, async ({ ip, params, body }) => {
    await limits.subscription.consume(ip)
    await bounces.setSubscription(params.token, body?.subscribed ?? false)
    return present(await bounces.showSubscription(params.token))
  }),
  route(api.mailSuppressions, async ({ actor, query: { account_id, ...query } }) => {
    const { account } = await siteScope.find(actor, account_id)
    return showSuppressions(db, account.id, query)
  }),
  route(api.liftMailSuppression, async ({ actor, query, body }) =>
    transaction(db, async () => {
      const { account } = await siteScope.find(actor, query.account_id)
      const reason = await liftSuppression(db, account.id, body.address)
      siteScope.auditBoth(actor, account.id, `account:${account.id}`, { address: body.address, reason })
      return { success: true as const, message: 'Emails go to this address again' }
    }),
  ),
  route(api.resumeSending, async ({ actor, query }) =>
    transaction(db, async () => {
      const { account } = await siteScope.find(actor, query.account_id)
      if (await bounces.pausedAt(account.id)) {
        await bounces.resume(account.id)
        siteScope.auditBoth(actor, account.id, `account:${account.id}`, {})
      } else markUnchanged()
      return { success: true as const, message: 'Sending resumed' }
    }),
  ),
]
