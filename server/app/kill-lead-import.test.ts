import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import { showList } from '#contract/leads/lists.ts'
import { leadImportResult, startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { ended, httpCall, runThat, type Signed, signIn, upload } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { xlsxOf } from '#server/testing/xlsx-file.ts'

const ROWS = 12_000
/** Every tenth row means the one before it, and every hundredth means nobody. */
const TWINS = ROWS / 10
const NOBODY = ROWS / 100

let program: Program
let admin: Signed
const call = httpCall(() => program.url)
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(() => program?.remove())

const HEADER = ['Name', 'Email', 'City']
const TABLE = Array.from({ length: ROWS }, (_, n) => {
  if (n % 100 === 50) return ['Nobody', '', 'Rome']
  return [`P ${n}`, `p${n % 10 === 9 ? n - 1 : n}@a.example`, 'Rome']
})
const FILES = {
  csv: [HEADER, ...TABLE].map((row) => `${row.join(',')}\n`).join(''),
  xlsx: xlsxOf([HEADER, ...TABLE]),
}

async function start(bytes: string | Buffer): Promise<{ runId: number; listId: number }> {
  const upload_id = await upload(program.url, admin, bytes, 'leads.csv')
  const body = { upload_id, to: { new_list: 'Killed', type: 'people' as const } }
  const answer = await call(startLeadImport, { body }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return { runId: answer.body.data.run.id, listId: answer.body.data.list.id }
}
const total = async (id: number) => (await call(showList, { params: { id } }, admin)).body.data.total
const counted = async (id: number) =>
  (await call(leads, { params: { type: 'people', id }, body: {} }, admin)).body.total
const resultOf = async (run_id: number) =>
  (await call(leadImportResult, { params: { run_id } }, admin)).body.data

it.each(['csv', 'xlsx'] as const)(
  'an import of a %s file whose program was killed goes on, each row counted once, and is undone as one',
  async (form) => {
    const { runId, listId } = await start(FILES[form])
    await runThat(call, runId, admin, (run) => (run.counts.imported ?? 0) >= 1000)
    await program.kill()
    await program.start()
    const unfinished = (await call(showRun, { params: { id: runId } }, admin)).body.data
    expect(unfinished.state).toBe('running')
    await program.endLeasesOfTheDead()
    expect(await ended(call, runId, admin)).toMatchObject({
      state: 'succeeded',
      cost: 0,
      counts: { imported: ROWS - TWINS - NOBODY, merged: TWINS, rejected: NOBODY },
    })
    expect([await total(listId), await counted(listId)]).toEqual(Array(2).fill(ROWS - TWINS - NOBODY))
    const { undo_token } = await resultOf(runId)
    const undo = {
      params: { type: 'people' as const, id: listId },
      body: { undo_token: undo_token as number },
    }
    expect((await call(undoChange, undo, admin)).body).toMatchObject({
      count: ROWS - TWINS - NOBODY,
      left: 0,
    })
    expect([await total(listId), await counted(listId)]).toEqual([0, 0])
  },
)

it('an import that is stopped keeps what it brought, and that can be undone', async () => {
  const { runId, listId } = await start(FILES.csv)
  await runThat(call, runId, admin, (run) => (run.counts.imported ?? 0) >= 1000)
  await call(cancelRun, { params: { id: runId } }, admin)
  const run = await ended(call, runId, admin)
  expect([run.state, await total(listId)]).toEqual(['cancelled', run.counts.imported])
  const { undo_token } = await resultOf(runId)
  const undo = { params: { type: 'people' as const, id: listId }, body: { undo_token: undo_token as number } }
  expect((await call(undoChange, undo, admin)).status).toBe(200)
  expect(await total(listId)).toBe(0)
})

it('an import that is undone while it runs brings nothing more', async () => {
  const { runId, listId } = await start(FILES.csv)
  await runThat(call, runId, admin, (run) => (run.counts.imported ?? 0) >= 1000)
  const { undo_token } = await resultOf(runId)
  const undo = { params: { type: 'people' as const, id: listId }, body: { undo_token: undo_token as number } }
  expect((await call(undoChange, undo, admin)).status).toBe(200)
  const run = await ended(call, runId, admin)
  expect(run).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('undone') } })
  expect([await total(listId), await counted(listId)]).toEqual([0, 0])
})
