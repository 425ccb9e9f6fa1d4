import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { presentSource } from './present-source.ts'
import { listSourceStatuses } from './ready-sources.ts'
import { listAllSources } from './source-registry.ts'

function requireSource(ctx: Context, id: string): LeadSource {
  const source = listAllSources(ctx).find(({ declaration }) => declaration.id === id)
  if (!source) throw notFound('The source')
  return source
}

/** @throws AppError not_found, and conflict for a source that doesn’t use a key. */
export function findSourceWithForm(ctx: Context, id: string): LeadSource {
  const source = requireSource(ctx, id)
  if (source.declaration.credential.length === 0)
    throw conflict(`${source.declaration.label} doesn’t use a key`)
  return source
}

/** The state of every source for an account. */
export async function listKeyStates(ctx: Context, accountId: number): Promise<LeadSourceEntry[]> {
  const all = new Map(listAllSources(ctx).map(({ declaration }) => [declaration.id, declaration]))
  const at = ctx.clock.now()
  return (await listSourceStatuses(ctx, accountId, [...all.keys()])).flatMap((status) => {
    const source = all.get(status.source_id)
    return source ? [presentSource(source, { status, accountId, now: at })] : []
  })
}

export async function showKeyState(ctx: Context, accountId: number, id: string): Promise<LeadSourceEntry> {
  const [status] = await listSourceStatuses(ctx, accountId, [id])
  if (!status) throw notFound('The source')
  return presentSource(requireSource(ctx, id).declaration, { status, accountId, now: ctx.clock.now() })
}
