import { expect } from 'vitest'
import { connectCrm, pushCrm } from '#contract/crm.ts'
import { crmLedger } from '#contract/crm-ledger.ts'
import { startLeadImport } from '#contract/lead-imports.ts'
import { FAKE_TOKEN } from './fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from './fake-crms/ghl.ts'
import { ended, httpCall, runThat, signIn, upload } from './http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from './program.ts'

const PAGE = 200
/** Leads between two looks at how far it is. */
const STRETCH = 300

/** The whole ledger of a list. */
async function ledgerOf(
  call: ReturnType<typeof httpCall>,
  admin: Awaited<ReturnType<typeof signIn>>,
  id: number,
) {
  const all: { lead_id: number; state: string; remote_id: string | null; email: unknown }[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, limit: PAGE }
    const answer = await call(crmLedger, { params: { type: 'people', id }, query }, admin)
    const { data, total } = answer.body
    for (const { lead_id, state, remote_id, stored } of data)
      all.push({ lead_id, state, remote_id, email: stored?.email })
    if (all.length >= total || data.length === 0) return all
  }
}

/**
 * Pushes leads to a fake CRM that has limits, refuses out of the blue, breaks connections and loses answers after it has
 * stored, and kills the program at each of `killsAt` (leads done). Every lead must stand there once, and the ledger say
 * the same.
 */
export async function pushThroughKills({
  people,
  killsAt,
}: {
  people: number
  killsAt: number[]
}): Promise<void> {
  const ghl = await startFakeGhl({
    limit: { max: 2400, ms: 10_000 },
    chaos: { lateTimeouts: 0.05, resets: 0.02, tooMany: 0.003 },
  })
  let program: Program | undefined
  try {
    program = await startProgram({ GHL_BASE_URL: ghl.url })
    const running = program
    const call = httpCall(() => running.url)
    const admin = await signIn(call, PROGRAM_ADMIN)
    const rows = Array.from({ length: people }, (_, n) => `Person ${n},p${n}@c${n}.example,Company ${n}\n`)
    const csv = `Name,Email,Company\n${rows.join('')}`
    const upload_id = await upload(running.url, admin, Buffer.from(csv), 'people.csv')
    const imported = await call(
      startLeadImport,
      { body: { upload_id, to: { new_list: 'Pushed', type: 'people' as const } } },
      admin,
    )
    expect(imported.status, JSON.stringify(imported.error)).toBe(201)
    await ended(call, imported.body.data.run.id, admin)
    const id = imported.body.data.list.id
    ghl.setChaos({})
    const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
    const connection_id = (await call(connectCrm, { body: access }, admin)).body.data.id
    ghl.setChaos({ lateTimeouts: 0.05, resets: 0.02, tooMany: 0.003 })
    const started = await call(
      pushCrm,
      {
        params: { type: 'people', id },
        body: { connection_id, selection: { filters: {} }, tags: ['Autumn'] },
      },
      admin,
    )
    expect(started.status, JSON.stringify(started.error)).toBe(201)
    const runId = started.body.data.run.id
    // In pieces, so that each has its own patience.
    const until = async (done: number) => {
      for (let next = STRETCH; next < done + STRETCH; next += STRETCH)
        await runThat(call, runId, admin, (run) => run.done >= Math.min(next, done))
    }
    for (const at of killsAt) {
      await until(at)
      await running.kill()
      await running.start()
      await running.endLeasesOfTheDead()
    }
    await until(people)
    const run = await ended(call, runId, admin)
    expect(run).toMatchObject({ state: 'succeeded', done: people })
    const contacts = [...ghl.contacts.values()]
    expect(contacts).toHaveLength(people)
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(people)
    expect(contacts.every(({ tags }) => tags.join() === 'Autumn')).toBe(true)
    const ledger = await ledgerOf(call, admin, id)
    expect(ledger).toHaveLength(people)
    expect(ledger.map(({ remote_id, email, state }) => `${remote_id} ${email} ${state}`).sort()).toEqual(
      contacts.map((one) => `${one.id} ${one.email} sent`).sort(),
    )
    expect(run.counts).toEqual({ created: people })
    expect(ghl.lost()).toBeGreaterThan(people / 100)
    expect(ghl.overLimit()).toBe(0)
  } finally {
    await program?.remove()
    await ghl.close()
  }
}
