import { WANTS } from '#contract/sources/source-kinds/define.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { listEnrichers } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { publish } from '#server/platform/live-bus.ts'
import { isPromised } from '#server/providers/lead-sources/index.ts'
import { allowedValues } from './allowed-values.ts'
import { readHookToken } from './hook-token.ts'
import { findLookup, updateLookup } from './lookups-store.ts'

/**
 * Accepts a vendor's delayed result. The run picks it up; a repeated result, or one for an answered request,
 * changes nothing.
 * @throws AppError not_found for an invalid token, or a request that does not exist (yet).
 */
export async function receiveHook(
  ctx: Context,
  { source: id, token, body }: { source: string; token: string; body: unknown },
): Promise<void> {
  const place = readHookToken(ctx, token)
  const source = WANTS.flatMap((want) => listEnrichers(ctx, want)).find(
    ({ declaration }) => declaration.id === id,
  )
  if (!place || !source?.readHook) throw notFound('This address')
  await transaction(ctx.db, async () => {
    const lookup = await findLookup(ctx.db, place)
    if (lookup?.source !== id) throw notFound('This request')
    recordAudit(ctx.db, { accountId: place.accountId, subject: `run:${place.runId}` })
    if (lookup.state !== 'pending') return
    const sent = source.readHook?.(body) ?? []
    const own = sent.find(({ reference }) => isPromised(lookup.reference ?? '', reference))
    if (!own) throw notFound('This request')
    const values = await allowedValues(ctx, place, own.values)
    await updateLookup(ctx.db, place, { state: Object.keys(values).length > 0 ? 'hit' : 'miss', values })
    await publish(ctx.db, { accountId: place.accountId, kind: 'run', id: place.runId })
  })
}
