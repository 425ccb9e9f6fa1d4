import { previewCleanUp } from '#contract/leads/clean-up.ts'
import { createLabel, labelLeads } from '#contract/leads/labels.ts'
import { moveLeads, setLeadStatus, undoChange } from '#contract/leads/lead-edits.ts'
import { deleteLeads, LeadFilters, restoreLeads } from '#contract/leads/leads.ts'
import { listDuplicates } from '#contract/leads/list-duplicates.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, seconds } from './measure.ts'
import { seedList } from './seed.ts'

/** Maximum seconds for one change of all leads, and for the preview before one. */
const GATE = 2
const LOOK_GATE = 3

const lineOf = (work: string, size: number, took: number, gate: number): Line => ({
  work,
  size,
  ours: `${fixed(took, 2)} s`,
  limit: `${gate} s`,
  ratio: took / gate,
  gate: `<= ${gate} s`,
  kept: took <= gate,
  note: '',
})

/** The previews of merging duplicates and tidying values, over the whole list. */
async function measurePreviews(
  { call, admin }: BenchApp,
  params: { type: 'local'; id: number },
  size: number,
): Promise<Line[]> {
  const duplicates = await seconds(() => call(listDuplicates, { params, query: {} }, admin))
  const tidy = await seconds(() =>
    call(previewCleanUp, { params, body: { selection: { filters: LeadFilters.parse({}) } } }, admin),
  )
  return [
    lineOf('duplicates of the whole list', size, duplicates, LOOK_GATE),
    lineOf('preview of a clean-up of all leads', size, tidy, LOOK_GATE),
  ]
}

/** Bulk changes of a whole list, and their undo. */
export async function measureEdits(bench: BenchApp, size: number): Promise<Line[]> {
  const { call, admin } = bench
  const listId = await seedList(bench.database, admin.accountId, size)
  await bench.database.query('vacuum analyze lead')
  const params = { type: 'local' as const, id: listId }
  const selection = { filters: LeadFilters.parse({}) }
  const lines: Line[] = []
  async function timed<T extends { status: number; body: { count: number; undo_token?: number } }>(
    work: string,
    run: () => Promise<T>,
  ): Promise<T['body']> {
    let reply: T | undefined
    const took = await seconds(async () => {
      reply = await run()
    })
    if (reply?.status !== 200 || reply.body.count !== size)
      throw new Error(`${work}: ${JSON.stringify(reply?.body)}`)
    lines.push(lineOf(work, size, took, GATE))
    return reply.body
  }
  const undo = (token: number | undefined) =>
    call(undoChange, { params, body: { undo_token: token as number } }, admin)

  const label = await call(createLabel, { body: { name: 'Bench' } }, admin)
  const labelled = await timed('label on all leads', () =>
    call(labelLeads, { params, body: { selection, add: [label.body.data.id], remove: [] } }, admin),
  )
  await timed('undo of the label', () => undo(labelled.undo_token))
  const status = await timed('status of all leads', () =>
    call(setLeadStatus, { params, body: { selection, status: 'contacted' } }, admin),
  )
  await timed('undo of the status', () => undo(status.undo_token))
  const moved = await timed('move of all leads', () =>
    call(moveLeads, { params, body: { selection, to: { new_list: 'Other' } } }, admin),
  )
  await timed('undo of the move', () => undo(moved.undo_token))
  const deleted = await timed('delete of all leads', () =>
    call(deleteLeads, { params, body: selection }, admin),
  )
  await timed('undo of the delete', () =>
    call(restoreLeads, { params, body: { undo_token: deleted.undo_token as number } }, admin),
  )
  return [...lines, ...(await measurePreviews(bench, params, size))]
}
