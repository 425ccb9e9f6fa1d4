import { type BounceImport, bounces, importBounces, reportBounces } from '#contract/prospecting/bounces.ts'
import { route } from '#server/platform/http/route.ts'
import type { BouncesService } from './bounces-service.ts'

const count = (number: number, singular: string): string => `${number} ${singular}${number === 1 ? '' : 's'}`

/** A report's results, in one sentence. */
function sentence({ hard, soft, repeated, refunded }: BounceImport): string {
  const parts = [`${count(hard + soft, 'bounce')} recorded`]
  if (repeated > 0) parts.push(`${repeated} already recorded`)
  if (refunded > 0) parts.push(`${count(refunded, 'credit')} refunded`)
  return parts.join(', ')
}

export const bounceRoutes = (service: BouncesService) => [
  route(reportBounces, async ({ actor, body }) => {
    const data = await service.report(actor, body.bounces)
    return { data, message: sentence(data) }
  }),
  route(importBounces, async ({ actor, body }) => ({
    data: await service.start(actor, body),
    message: 'Import started',
  })),
  route(bounces, ({ actor, query }) => service.page(actor, query)),
]
