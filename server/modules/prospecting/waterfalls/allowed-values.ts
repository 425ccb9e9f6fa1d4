import { withoutSuppressed } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { FoundValue } from '#server/providers/lead-sources/index.ts'

/**
 * The values without suppressed ones, which are not even stored as an answer. Call it in the transaction that
 * writes them.
 */
export async function allowedValues(
  ctx: Context,
  { accountId, leadId }: { accountId: number; leadId: number },
  values: Record<string, FoundValue>,
): Promise<Record<string, FoundValue>> {
  const [allowed] = await withoutSuppressed(ctx, accountId, [{ leadId, values }])
  return allowed?.values ?? {}
}
