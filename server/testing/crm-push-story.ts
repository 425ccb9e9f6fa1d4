import { expect } from 'vitest'
import { connectCrm, pushCrm } from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { FAKE_TOKEN, type FakeCrm } from './fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from './fake-crms/ghl.ts'
import { ended, httpCall, runThat, signIn, upload } from './http-call.ts'
import { PROGRAM_ADMIN, startProgram } from './program.ts'

const PAGE = 200
/** Leads between two checks of the progress. */
const POLL_STEP = 300

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

/** Speeds up GoHighLevel's limit of requests per 10 seconds, because 5,000 leads would take half an hour. */
const SCALE = 24
const LIMIT = { max: 100 * SCALE, ms: 10_000 }
const CHAOS = { lateTimeouts: 0.05, resets: 0.02, tooMany: 0.001 }

/** A push that is killed in between, step by step. */
export interface PushStory {
  /** Kills the program when this many leads are done, and restarts it. */
  killAt(done: number): Promise<void>
  /** Waits for the end: every lead must be in the CRM once, and the ledger must agree. */
  end(): Promise<void>
  close(): Promise<void>
}

/** A list of generated people in the program. */
async function importPeople({ call, url, admin }: Pusher, people: number): Promise<number> {
  const rows = Array.from({ length: people }, (_, n) => `Person ${n},p${n}@c${n}.example,Company ${n}\n`)
  const upload_id = await upload(
    url,
    admin,
    Buffer.from(`Name,Email,Company\n${rows.join('')}`),
    'people.csv',
  )
  const body = { upload_id, to: { new_list: 'Pushed', type: 'people' as const } }
  const imported = await call(startLeadImport, { body }, admin)
  expect(imported.status, JSON.stringify(imported.error)).toBe(201)
  await ended(call, imported.body.data.run.id, admin)
  return imported.body.data.list.id
}

export interface Push {
  runId: number
  /** Waits until this many leads are done. */
  until(done: number): Promise<void>
  /** Waits for the end: every lead must be in the CRM once, and the ledger must agree. */
  end(): Promise<void>
}

interface Pusher {
  readonly url: string
  call: ReturnType<typeof httpCall>
  admin: Awaited<ReturnType<typeof signIn>>
}

export const createPushCrm = (): Promise<FakeCrm> => startFakeGhl({ limit: LIMIT })

/** Starts a push to a CRM that randomly refuses requests, breaks connections and loses replies. */
export async function startPush(
  pusher: Pusher,
  ghl: FakeCrm,
  people: number,
  request: { only_new?: boolean } = {},
): Promise<Push> {
  const { call, admin } = pusher
  const id = await importPeople(pusher, people)
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const connection_id = (await call(connectCrm, { body: access }, admin)).body.data.id
  ghl.setChaos(CHAOS)
  const body = { connection_id, selection: { filters: {} }, tags: ['Autumn'], ...request }
  const started = await call(pushCrm, { params: { type: 'people', id }, body }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const runId = started.body.data.run.id
  let seen = 0
  // In steps, so that each has its own time limit.
  const until = async (done: number) => {
    while (seen < done) {
      seen = Math.min(seen + POLL_STEP, done)
      await runThat(call, runId, admin, (run) => run.done >= seen)
    }
  }
  return {
    runId,
    until,
    async end() {
      await until(people)
      const run = await ended(call, runId, admin)
      expect(run).toMatchObject({ state: 'succeeded', done: people, counts: { created: people } })
      expectOnce(ghl, people, await ledgerOf(call, admin, id))
    },
  }
}

/** Starts a program, and in it a push to a CRM. */
export async function startPushStory(people: number): Promise<PushStory> {
  const ghl = await createPushCrm()
  const program = await startProgram({ GHL_BASE_URL: ghl.url }).catch(async (error) => {
    await ghl.close()
    throw error
  })
  const close = async () => {
    await program.remove()
    await ghl.close()
  }
  try {
    const call = httpCall(() => program.url)
    const admin = await signIn(call, PROGRAM_ADMIN)
    const push = await startPush({ url: program.url, call, admin }, ghl, people)
    return {
      async killAt(done) {
        await push.until(done)
        await program.kill()
        await program.start()
        await program.endLeasesOfTheDead()
      },
      end: push.end,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function expectOnce(ghl: FakeCrm, people: number, ledger: Awaited<ReturnType<typeof ledgerOf>>): void {
  const contacts = [...ghl.contacts.values()]
  expect(contacts).toHaveLength(people)
  expect(new Set(contacts.map(({ email }) => email)).size).toBe(people)
  expect(contacts.every(({ tags }) => tags.join() === 'Autumn')).toBe(true)
  expect(ledger).toHaveLength(people)
  expect(ledger.map(({ remote_id, email, state }) => `${remote_id} ${email} ${state}`).sort()).toEqual(
    contacts.map((contact) => `${contact.id} ${contact.email} sent`).sort(),
  )
  expect(ghl.lost()).toBeGreaterThan(people / 100)
  expect(ghl.overLimit()).toBe(0)
}
