import type { DuplicateDecision, DuplicateState } from '#contract/sources/corpus-duplicates.ts'
import { carryCharges } from '#server/modules/accounts/wallet/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { carryEntityKey } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import * as store from './duplicates-store.ts'
import { presentDuplicate } from './present-duplicate.ts'

/** A page's `next`: its last pair. */
function readPair(text: string | undefined): store.Pair | undefined {
  const [placeId, otherId] = text?.split('-').map(Number) ?? []
  return placeId === undefined || otherId === undefined ? undefined : { placeId, otherId }
}

/** The state after a decision, and the program's original verdict. */
function decideState(
  row: store.DuplicateRow,
  decision: DuplicateDecision,
): { state: DuplicateState; getPair: 'linked' | 'possible' } {
  const getPair = row.found_state ?? (row.state === 'linked' ? 'linked' : 'possible')
  return { getPair, state: decision === 'undo' ? getPair : decision === 'cut' ? 'cut' : 'confirmed' }
}

/** Accounts with one key also get the other, with all their payments. */
async function carryPlace(ctx: Context, from: string, to: string, keepsSource: boolean): Promise<void> {
  for (const { accountId, fromId, toId } of await carryEntityKey(ctx, 'local', { from, to, keepsSource }))
    await carryCharges(ctx, accountId, fromId, toId)
}

/** Moves everything under the later place's key to the earlier one's. */
async function joinPlaces(ctx: Context, { placeId, otherId }: store.Pair): Promise<void> {
  const { key: from } = await store.getKeys(ctx.db, placeId)
  const { key: to } = await store.getKeys(ctx.db, otherId)
  if (from === to) return
  if (await store.shareSource(ctx.db, from, to))
    throw conflict(
      'One of the two sources already has another record of this business. Separate that pair first',
    )
  await store.moveKey(ctx.db, from, to)
  await carryPlace(ctx, from, to, false)
}

/** Separates the later place, with what is linked to it, into a business. */
async function separatePlaces(ctx: Context, { placeId, otherId }: store.Pair): Promise<void> {
  const later = await store.getKeys(ctx.db, placeId)
  const earlier = await store.getKeys(ctx.db, otherId)
  const ids = await store.linkedPlaces(ctx.db, placeId)
  if (later.key !== earlier.key || ids.includes(otherId)) return
  await store.moveKey(ctx.db, later.key, later.ownKey, ids)
  await carryPlace(ctx, later.key, later.ownKey, true)
}

async function getPair(ctx: Context, pair: store.Pair): Promise<store.DuplicateRow> {
  const row = await store.findDuplicate(ctx.db, pair)
  if (!row) throw notFound('The pair')
  return row
}

/** Records of two sources that are, or may be, one business. */
export async function listPlaceDuplicates(
  ctx: Context,
  { after, ...filters }: Omit<store.DuplicateFilters, 'after'> & { after: string | undefined },
) {
  const rows = await store.listDuplicates(ctx.db, {
    ...filters,
    after: readPair(after),
    limit: filters.limit + 1,
  })
  const shown = rows.slice(0, filters.limit)
  const last = rows.length > filters.limit ? shown.at(-1) : undefined
  return { data: shown.map(presentDuplicate), next: last ? `${last.place_id}-${last.other_id}` : null }
}

export const countPlaceDuplicates = (ctx: Context) => store.countDuplicates(ctx.db)

/**
 * An administrator's decision about a pair.
 * @throws AppError not_found; conflict where two records of one source would become one business
 */
export const decidePlaceDuplicate = (
  ctx: Context,
  actor: Actor,
  pair: store.Pair,
  decision: DuplicateDecision,
) =>
  transaction(ctx.db, async () => {
    await store.lockImports(ctx.db)
    const row = await getPair(ctx, pair)
    const { state, getPair: foundState } = decideState(row, decision)
    if (state === row.state) {
      markUnchanged()
      return presentDuplicate(row)
    }
    const isUndone = decision === 'undo'
    await store.setDuplicateState(ctx.db, pair, {
      state,
      foundState: isUndone ? null : foundState,
      decidedBy: isUndone ? null : actor.userId,
    })
    if (state === 'linked' || state === 'confirmed') await joinPlaces(ctx, pair)
    else await separatePlaces(ctx, pair)
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `duplicate:${pair.placeId}-${pair.otherId}`,
      detail: { decision, from: row.state, to: state, place: row.place.name, other: row.other.name },
    })
    return presentDuplicate(await getPair(ctx, pair))
  })
