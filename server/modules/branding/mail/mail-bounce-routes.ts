import * as api from '#contract/branding/mail-bounces.ts'
import { auditSiteChange, findSiteScope } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { publicRoute, type RequestFacts, type Route, route } from '#server/platform/http/route.ts'
import {
  acceptBounceReport,
  findMailPause,
  resumeMail,
  setMailSubscription,
  showMailSubscription,
} from './mail-bounces.ts'
import { liftSuppression, showSuppressions } from './mail-suppressions.ts'

const mailReportLimit = defineRateLimit({ name: 'mail-report', points: 10_000, seconds: 60 * 60 })
const unsubscribeLimit = defineRateLimit({ name: 'unsubscribe', points: 600, seconds: 60 * 60 })

/** @throws AppError payload_too_large. */
async function readBytes({ body }: RequestFacts['request']): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of (body ?? []) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > api.MAX_REPORT_BYTES) throw new AppError('payload_too_large', 'A report can have up to 1 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

type Shown = Awaited<ReturnType<typeof showMailSubscription>>
const present = ({ address, category, subscribed }: Shown) => ({
  data: { address, category: category as 'report', subscribed },
})

export const mailBounceRoutes = (ctx: Context): Route[] => [
  publicRoute(api.takeMailReport, async ({ ip, query, request }) => {
    await mailReportLimit.consume(ctx, ip)
    const accepted = await acceptBounceReport(ctx, await readBytes(request), query.to)
    if (!accepted) markUnchanged()
    return { accepted }
  }),
  publicRoute(api.showSubscription, async ({ params }) =>
    present(await showMailSubscription(ctx, params.token)),
  ),
  publicRoute(api.setSubscription, async ({ ip, params, body }) => {
    await unsubscribeLimit.consume(ctx, ip)
    await setMailSubscription(ctx, params.token, body?.subscribed ?? false)
    return present(await showMailSubscription(ctx, params.token))
  }),
  route(api.mailSuppressions, async ({ actor, query: { account_id, ...query } }) => {
    const { account } = await findSiteScope(ctx, actor, account_id)
    return showSuppressions(ctx.db, account.id, query)
  }),
  route(api.liftMailSuppression, async ({ actor, query, body }) =>
    transaction(ctx.db, async () => {
      const { account } = await findSiteScope(ctx, actor, query.account_id)
      const reason = await liftSuppression(ctx.db, account.id, body.address)
      auditSiteChange(ctx, actor, account.id, `account:${account.id}`, { address: body.address, reason })
      return { success: true as const, message: 'Emails go to this address again' }
    }),
  ),
  route(api.resumeSending, async ({ actor, query }) =>
    transaction(ctx.db, async () => {
      const { account } = await findSiteScope(ctx, actor, query.account_id)
      if (await findMailPause(ctx, account.id)) {
        await resumeMail(ctx, account.id)
        auditSiteChange(ctx, actor, account.id, `account:${account.id}`, {})
      } else markUnchanged()
      return { success: true as const, message: 'Sending resumed' }
    }),
  ),
]
