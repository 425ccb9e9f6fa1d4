import { erasureRun } from '#contract/activity/run-kinds/erasure.ts'
import { defineExecutor } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import { add } from './erase-rows.ts'
import { endErasure } from './erasure-store.ts'
import {
  type ErasureState,
  type ErasureWork,
  eraseNaming,
  openWork,
  step,
  suppressValues,
} from './erasure-work.ts'
import { isSharedPhone, leadsByIndex, namesIn } from './find-person.ts'
import { fileNames, filesAfter, forgetFile } from './person-files.ts'
import { makePattern } from './person-patterns.ts'
import type { PersonTable } from './person-tables.ts'
import { newValues, otherValues, type PersonValue } from './person-values.ts'
import { countRows, readBatch } from './scan-rows.ts'

/** Rows searched between two steps, and maximum leads per step. */
const BATCH_ROWS = 1000
const LEADS_AT_ONCE = 200

const leadTable = ({ tables }: ErasureWork) => tables.find(({ name }) => name === 'lead') as PersonTable

/** Tables that may contain more names of the person: leads, and people of the corpus. */
const namingTables = ({ tables, scope, state }: ErasureWork): PersonTable[] =>
  // A phone alone may be shared with others, so nothing else follows from it.
  state.values[0]?.kind === 'phone'
    ? []
    : tables.filter(({ name }) => name === 'lead' || (scope.isEverywhere && name === 'corpus_person'))

/** Returns the amount to be searched. */
async function countAll(work: ErasureWork): Promise<void> {
  if (work.context.run.total !== null) return
  let total = 0
  for (const table of [...namingTables(work), ...work.tables])
    total += await countRows(work.ctx.db, table, work.scope)
  await work.context.step(async () => ({ total }))
}

/** Erases leads found by indexes, so that the person disappears from lists before everything is searched. */
async function eraseFound(work: ErasureWork): Promise<void> {
  const { ctx, scope, state, removed } = work
  for (;;) {
    const found = await leadsByIndex(ctx.db, scope, state.values, LEADS_AT_ONCE)
    const before = removed.leads ?? 0
    if (found.length === 0) return
    const naming = found.map(({ account_id, list_id, id }) => ({
      key: [account_id, list_id, id].map(String),
      accountId: account_id,
    }))
    await step(work, {}, () => eraseNaming(work, leadTable(work), naming))
    // Fuzzy matches are left to the batches.
    if ((removed.leads ?? 0) === before) return
  }
}

/** Adds values to erase and to suppress. */
async function learn(work: ErasureWork, more: readonly PersonValue[]): Promise<void> {
  const { state, ctx, context } = work
  const fresh = newValues(state.values, more)
  if (fresh.length === 0) return
  state.values.push(...fresh)
  work.patterns.push(...fresh.map(makePattern))
  await suppressValues(ctx, { accountId: context.run.account_id, userId: context.run.created_by }, fresh)
}

/** Continues with a table, or starts it. */
const placeIn = ({ state }: ErasureWork, { name }: PersonTable) => (state.table === name ? state.after : null)

/** Remaining tables, from the last step's on. */
function tablesLeft(work: ErasureWork, tables: readonly PersonTable[]): readonly PersonTable[] {
  const at = tables.findIndex(({ name }) => name === work.state.table)
  return at < 0 ? tables : tables.slice(at)
}

/** Finds more names of the person, before anything containing them is erased. */
async function findNames(work: ErasureWork): Promise<void> {
  const { ctx, scope, state } = work
  const first = state.values[0] as PersonValue
  const isShared = (phone: string) => isSharedPhone(ctx.db, scope, phone, first)
  for (const table of tablesLeft(work, namingTables(work))) {
    for (let after = placeIn(work, table); ; ) {
      const question = { patterns: [makePattern(first)], after, limit: BATCH_ROWS }
      const { naming, rows, last } = await readBatch(ctx.db, table, scope, question)
      if (last === null) break
      const keys = naming.map(({ key }) => key)
      const more = keys.length > 0 ? await otherValues(await namesIn(ctx.db, table, keys), isShared) : []
      await step(work, { table: table.name, after: last, rows }, () => learn(work, more))
      after = last
    }
  }
}

/** Searches every table in batches; locks only matching rows, and only while they change. */
async function eraseEverywhere(work: ErasureWork): Promise<void> {
  const { ctx, scope, patterns } = work
  for (const table of tablesLeft(work, work.tables)) {
    for (let after = placeIn(work, table); ; ) {
      const { naming, rows, last } = await readBatch(ctx.db, table, scope, {
        patterns,
        after,
        limit: BATCH_ROWS,
      })
      if (last === null) break
      await step(work, { table: table.name, after: last, rows }, () => eraseNaming(work, table, naming))
      after = last
    }
  }
}

async function eraseFiles(work: ErasureWork): Promise<void> {
  const { ctx, scope, state, patterns, removed } = work
  // A worker may have died after this file's row was deleted.
  if (state.file) {
    const isKept = (await filesAfter(ctx.db, scope, '')).some(({ name }) => name === state.file)
    if (!isKept) await ctx.storage.remove(state.file)
  }
  for (const file of await filesAfter(ctx.db, scope, state.file)) {
    work.context.signal.throwIfAborted()
    if (!(await fileNames(ctx.storage, file.name, patterns))) continue
    await step(work, { file: file.name }, async () => {
      await forgetFile(ctx.db, file)
      add(removed, file.kind, 1)
    })
    await ctx.storage.remove(file.name)
  }
}

const PHASES: readonly [ErasureState['phase'], (work: ErasureWork) => Promise<void>][] = [
  ['found', eraseFound],
  ['names', findNames],
  ['rows', eraseEverywhere],
  ['files', eraseFiles],
]

/** Erases a person step by step; another worker continues a killed one's work. */
export const erasureExecutor = (ctx: Context) =>
  defineExecutor(erasureRun, {
    async run(context) {
      const work = await openWork(ctx, context)
      await countAll(work)
      const start = PHASES.findIndex(([phase]) => phase === work.state.phase)
      for (const [at, [, erase]] of PHASES.entries()) {
        if (at < start) continue
        await erase(work)
        const next = PHASES[at + 1]
        if (next) await step(work, { phase: next[0], table: null, after: null }, async () => {})
      }
      // Rows changed meanwhile: everything existing was searched.
      const { run } = context
      if (run.total !== run.done) await context.step(async ({ done }) => ({ total: done }))
    },
    settle: async (run, state) => {
      await endErasure(ctx.db, run.account_id, run.input.erasureId, state)
    },
  })
