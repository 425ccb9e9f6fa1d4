import type { erasureRun } from '#contract/activity/run-kinds/erasure.ts'
import { listDescendants } from '#server/modules/accounts/accounts/index.ts'
import type { RunContext } from '#server/modules/activity/runs/index.ts'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import { type ErasedLead, hasEmail } from '#server/modules/leads/leads/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import { insertEntries, lockList, makeDigest } from '#server/modules/privacy/suppression/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { eraseLeads, eraseRows, type Removed } from './erase-rows.ts'
import { findErasure, writeErasure } from './erasure-store.ts'
import type { ErasureScope, RowKey } from './find-person.ts'
import { makePattern, type Pattern } from './person-patterns.ts'
import { type PersonTable, personTables } from './person-tables.ts'
import type { PersonValue } from './person-values.ts'
import type { NamingRow } from './scan-rows.ts'

/** An erasure's progress. Sealed in the report's row, because it identifies the person. */
export interface ErasureState {
  /** All values identifying this person, the given one first. */
  values: PersonValue[]
  isEverywhere: boolean
  phase: 'found' | 'names' | 'rows' | 'files'
  /** The current table, and its last searched row. */
  table: string | null
  after: RowKey | null
  /** The last searched file. Its row is deleted when it named the person; the file itself may remain. */
  file: string
}

export interface ErasureWork {
  ctx: Context
  context: RunContext<typeof erasureRun>
  scope: ErasureScope
  tables: PersonTable[]
  state: ErasureState
  patterns: Pattern[]
  removed: Removed
}

const secretContext = (accountId: number, id: number): string => `erasure ${accountId} ${id}`

export const sealState = (ctx: Context, accountId: number, id: number, state: ErasureState): string =>
  ctx.secretBox.seal(JSON.stringify(state), secretContext(accountId, id))

/** Accounts to erase in: all, or one with those below it. */
export async function findScope(db: Db, accountId: number, isEverywhere: boolean): Promise<ErasureScope> {
  if (!isEverywhere) return { accountIds: await listDescendants(db, accountId), isEverywhere }
  const rows = await db.selectFrom('account_node').select('id').orderBy('id').execute()
  return { accountIds: rows.map(({ id }) => id), isEverywhere }
}

/** Resumes an erasure at its last step. */
export async function openWork(ctx: Context, context: RunContext<typeof erasureRun>): Promise<ErasureWork> {
  const { account_id: accountId, input } = context.run
  const row = await findErasure(ctx.db, accountId, input.erasureId)
  if (!row?.progress) throw new Error(`erasure ${input.erasureId} has nothing to go on with`)
  const state = JSON.parse(
    ctx.secretBox.open(row.progress, secretContext(accountId, input.erasureId)),
  ) as ErasureState
  return {
    ctx,
    context,
    state,
    removed: row.removed,
    scope: await findScope(ctx.db, accountId, state.isEverywhere),
    tables: await personTables(ctx.db),
    patterns: state.values.map(makePattern),
  }
}

/** One step: removals and progress commit together. @param rows how many were searched */
export async function step(
  work: ErasureWork,
  { rows, ...next }: Partial<ErasureState> & { rows?: number },
  effect: () => Promise<unknown>,
): Promise<void> {
  const { ctx, context } = work
  await context.step(async (run) => {
    await effect()
    Object.assign(work.state, next)
    const { account_id: accountId, input } = run
    const progress = sealState(ctx, accountId, input.erasureId, work.state)
    await writeErasure(ctx.db, accountId, input.erasureId, { removed: work.removed, progress })
    const done = run.done + (rows ?? 0)
    const removed = Object.values(work.removed).reduce((sum, count) => sum + count, 0)
    return { done, total: run.total === null ? null : Math.max(run.total, done), counts: { removed } }
  })
}

/** Adds digests of values to the suppression list, waiting for running deliveries. */
export async function suppressValues(
  ctx: Context,
  person: { accountId: number; userId: number | null },
  values: readonly PersonValue[],
): Promise<void> {
  await lockList(ctx.db, person.accountId)
  const entries = values.map((read) => ({ read, digest: makeDigest(ctx, read), isErased: true }))
  await insertEntries(ctx.db, { ...person, note: null }, entries)
}

async function leaveLists(work: ErasureWork, accountId: number, leads: readonly ErasedLead[]) {
  const { ctx } = work
  const byList = Map.groupBy(
    leads.filter(({ living }) => living),
    ({ list_id }) => list_id,
  )
  for (const [listId, own] of [...byList].sort(([a], [b]) => a - b)) {
    await emitLeads(
      ctx.db,
      { accountId, listId },
      'deleted',
      own.map(({ id }) => id),
    )
    const emails = own.filter(hasEmail).length
    await addToListCounts(ctx, accountId, listId, { leads: -own.length, emails: -emails })
  }
}

/** Erases rows of a table, in the open step. */
export async function eraseNaming(
  work: ErasureWork,
  table: PersonTable,
  naming: readonly NamingRow[],
): Promise<void> {
  const { patterns, removed, tables } = work
  const { db } = work.ctx
  for (const [accountId, rows] of Map.groupBy(naming, (row) => row.accountId)) {
    const target = { table, accountId, keys: rows.map(({ key }) => key) }
    if (table.name === 'lead' && accountId !== null) {
      const leads = await eraseLeads(db, tables, { target: { ...target, accountId }, patterns, removed })
      await leaveLists(work, accountId, leads)
    }
    await eraseRows(db, target, patterns, removed)
  }
}
