import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { listDeclaredSources } from './source-registry.ts'
import { readSourceStatuses, type SourceStatus } from './source-status-reads.ts'

/** A usable source and its state for an account. */
export interface ReadySource {
  source: LeadSource
  status: SourceStatus
}

/** The state of a source among those already read. */
export const statusIn = (
  ready: readonly ReadySource[],
  { declaration }: LeadSource,
): SourceStatus | undefined => ready.find(({ source }) => source.declaration.id === declaration.id)?.status

/**
 * The usable ones of these sources, in order: turned on, and with a key where needed. Paused ones are
 * included, and fail when used (`createSourceContext`).
 */
async function queryable(
  ctx: Context,
  accountId: number,
  offered: readonly LeadSource[],
): Promise<ReadySource[]> {
  const ids = offered.map(({ declaration }) => declaration.id)
  return (await readSourceStatuses(ctx.db, accountId, ids, ctx.clock.now())).flatMap((status) => {
    const source = offered.find(({ declaration }) => declaration.id === status.source_id)
    const hasKey = status.credential_id !== null
    return source && status.is_on && (hasKey || !needsKey(source.declaration)) ? [{ source, status }] : []
  })
}

const sourcesIn = (ready: readonly ReadySource[]): LeadSource[] => ready.map(({ source }) => source)

/** Like `listReadySources`, with the states that were read for it. */
export async function listReadyStates(
  ctx: Context,
  accountId: number,
  type: ListTypeId,
): Promise<ReadySource[]> {
  const offered = listDeclaredSources(ctx).filter(
    ({ declaration }) =>
      Object.hasOwn(declaration.answers, type) && !declaration.isSample && !declaration.joins,
  )
  return (await queryable(ctx, accountId, offered)).filter(
    ({ source, status }) => !source.declaration.onlyWhenChosen || status.credential_id !== null,
  )
}

/** Sources' states for an account, in order of use. */
export const listSourceStatuses = (
  ctx: Context,
  accountId: number,
  ids: readonly string[],
): Promise<SourceStatus[]> => readSourceStatuses(ctx.db, accountId, ids, ctx.clock.now())

/**
 * This account's usable sources of a list type, in order. Sample data is never included, and sources used
 * only when chosen are included only with a key.
 */
export const listReadySources = async (
  ctx: Context,
  accountId: number,
  type: ListTypeId,
): Promise<LeadSource[]> => sourcesIn(await listReadyStates(ctx, accountId, type))

/** This account's usable email verification sources, in order. */
export const listVerifiers = async (ctx: Context, accountId: number): Promise<LeadSource[]> =>
  sourcesIn(
    await queryable(
      ctx,
      accountId,
      listDeclaredSources(ctx).filter(({ verify }) => verify !== undefined),
    ),
  )

/** Whether an account can use a source: it is turned on, and has a key where needed. */
export const isSourceReady = async (ctx: Context, accountId: number, source: LeadSource): Promise<boolean> =>
  (await queryable(ctx, accountId, [source])).length > 0
