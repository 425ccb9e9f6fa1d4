import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/prospecting/bounces.ts'
import { type BounceImport, bounces, importBounces } from '#contract/prospecting/bounces.ts'
import type { Context } from '#server/platform/context.ts'
import { route } from '#server/platform/http/route.ts'
import { listBounces, reportBounces, startBounceImport } from './bounces.ts'

/** A report's results, in one sentence. */
function sentence({ hard, soft, repeated, refunded }: BounceImport): string {
  const parts = [`${counted(hard + soft, 'bounce')} recorded`]
  if (repeated > 0) parts.push(`${repeated} already recorded`)
  if (refunded > 0) parts.push(`${counted(refunded, 'credit')} refunded`)
  return parts.join(', ')
}

export const bounceRoutes = (ctx: Context) => [
  route(api.reportBounces, async ({ actor, body }) => {
    const data = await reportBounces(ctx, actor, body.bounces)
    return { data, message: sentence(data) }
  }),
  route(importBounces, async ({ actor, body }) => ({
    data: await startBounceImport(ctx, actor, body),
    message: 'Import started',
  })),
  route(bounces, ({ actor, query }) => listBounces(ctx, actor, query)),
]
