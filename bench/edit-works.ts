import { moveLeads, setLeadStatus, undoChange } from '#contract/lead-edits.ts'
import { deleteLeads, LeadFilters, restoreLeads } from '#contract/leads.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, seconds } from './measure.ts'
import { seedList } from './seed.ts'

const SIZE = 50_000
/** Seconds that one change of all leads may take. */
const GATE = 2

/** C3: changes of a whole list by one call, and their undo. */
export async function measureEdits(bench: BenchApp): Promise<Line[]> {
  const { call, admin } = bench
  const listId = await seedList(bench.database, admin.accountId, SIZE)
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
    if (reply?.status !== 200 || reply.body.count !== SIZE)
      throw new Error(`${work}: ${JSON.stringify(reply?.body)}`)
    lines.push({
      work: `C3 ${work}`,
      size: SIZE,
      ours: `${fixed(took, 2)} s`,
      limit: `${GATE} s`,
      ratio: took / GATE,
      gate: `<= ${GATE} s`,
      kept: took <= GATE,
      note: '',
    })
    return reply.body
  }
  const undo = (token: number | undefined) =>
    call(undoChange, { params, body: { undo_token: token as number } }, admin)

  const status = await timed('status of all leads', () =>
    call(setLeadStatus, { params, body: { selection, status: 'contacted' } }, admin),
  )
  await timed('its undo', () => undo(status.undo_token))
  const moved = await timed('move of all leads', () =>
    call(moveLeads, { params, body: { selection, to: { new_list: 'Other' } } }, admin),
  )
  await timed('its undo', () => undo(moved.undo_token))
  const deleted = await timed('delete of all leads', () =>
    call(deleteLeads, { params, body: selection }, admin),
  )
  await timed('its undo', () =>
    call(restoreLeads, { params, body: { undo_token: deleted.undo_token as number } }, admin),
  )
  return lines
}
