import { expect } from 'vitest'
import { type ContactCrmId, CRM_KINDS } from '#contract/core/crms/index.ts'
import { connectCrm, finishCrmConsent, pushCrm, startCrmConsent } from '#contract/leads/crm.ts'
import { crmLedger } from '#contract/leads/crm-ledger.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import type { Call } from './call.ts'
import type { FakeCrm } from './fake-crms/fake-crm.ts'
import { FAKE_KINDS } from './fake-crms/index.ts'
import { ended, httpCall, runThat, signIn, upload } from './http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from './program.ts'

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
      all.push({ lead_id, state, remote_id, email: stored?.email ?? stored?.Email })
    if (all.length >= total || data.length === 0) return all
  }
}

/** Speeds up GoHighLevel's limit of requests per 10 seconds, because 5,000 leads would take half an hour. */
const SCALE = 24
const LIMIT = { max: 100 * SCALE, ms: 10_000 }
/** CRMs whose replies name no limit: the pace is that of the vendor’s terms, at which 400 leads take ten minutes. */
const PACED_BY_TERMS: ReadonlySet<ContactCrmId> = new Set(['keap', 'salesforce', 'close'])
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

/** Connects a fake by token, or by its consent page where there is no token. */
async function connect({ call, admin }: Pusher, crm: ContactCrmId): Promise<number> {
  if (CRM_KINDS[crm].credential === 'token')
    return (await call(connectCrm, { body: FAKE_KINDS[crm].access }, admin)).body.data.id
  const { url } = (await call(startCrmConsent, { body: { crm } }, admin)).body.data
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  const body = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
  return (await call(finishCrmConsent, { body }, admin)).body.data.id
}

export interface Push {
  runId: number
  /** Waits until this many leads are done. */
  until(done: number): Promise<void>
  /** Waits for the end: every lead must be in the CRM once, and the ledger must agree. */
  end(): Promise<void>
}

interface Pusher {
  /** Given where the pace of requests is to be sped up. */
  withDatabase?: Program['withDatabase']
  readonly url: string
  call: ReturnType<typeof httpCall>
  admin: Awaited<ReturnType<typeof signIn>>
}

/** Calls as `call` does, and lets two seconds of the pace of CRMs pass each time. */
const hurried =
  (call: Call, client: Parameters<Parameters<Program['withDatabase']>[0]>[0]): Call =>
  async (...of) => {
    await client.query(
      `update pace set next_at = next_at - interval '2 seconds' where key like 'crm:%' and next_at > clock_timestamp()`,
    )
    return call(...of)
  }

export const createPushCrm = (crm: ContactCrmId = 'ghl'): Promise<FakeCrm> =>
  FAKE_KINDS[crm].start({ limit: LIMIT })

/** Starts a push to a CRM that randomly refuses requests, breaks connections and loses replies. */
export async function startPush(
  pusher: Pusher,
  fake: FakeCrm,
  people: number,
  { crm = 'ghl', ...request }: { crm?: ContactCrmId; only_new?: boolean } = {},
): Promise<Push> {
  const { call, admin } = pusher
  const id = await importPeople(pusher, people)
  const connection_id = await connect(pusher, crm)
  fake.setChaos(CHAOS)
  const { campaign } = FAKE_KINDS[crm]
  const handOver = campaign && { campaign, doubtful: ['unknown' as const] }
  const body = { connection_id, selection: { filters: {} }, tags: ['Autumn'], ...handOver, ...request }
  const started = await call(pushCrm, { params: { type: 'people', id }, body }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const runId = started.body.data.run.id
  let seen = 0
  // In steps, so that each has its own time limit.
  const until = async (done: number) => {
    while (seen < done) {
      seen = Math.min(seen + POLL_STEP, done)
      const wait = (poll: Call) => runThat(poll, runId, admin, (run) => run.done >= seen)
      if (!pusher.withDatabase) await wait(call)
      else await pusher.withDatabase((client) => wait(hurried(call, client)))
    }
  }
  return {
    runId,
    until,
    async end() {
      await until(people)
      const run = await ended(call, runId, admin)
      expect(run).toMatchObject({ state: 'succeeded', done: people, counts: { created: people } })
      expectOnce(crm, fake, await ledgerOf(call, admin, id), people)
    },
  }
}

/** Starts a program, and in it a push to a CRM, GoHighLevel unless another is named. */
export async function startPushStory(people: number, crm: ContactCrmId = 'ghl'): Promise<PushStory> {
  const fake = await createPushCrm(crm)
  const name = crm.toUpperCase()
  const program = await startProgram({
    [`${name}_BASE_URL`]: fake.url,
    [`${name}_CONSENT_URL`]: `${fake.url}/consent`,
    [`${name}_CLIENT_ID`]: `${crm}-client`,
    [`${name}_CLIENT_SECRET`]: `${crm}-secret`,
  }).catch(async (error) => {
    await fake.close()
    throw error
  })
  const close = async () => {
    await program.remove()
    await fake.close()
  }
  try {
    const call = httpCall(() => program.url)
    const admin = await signIn(call, PROGRAM_ADMIN)
    const withDatabase = PACED_BY_TERMS.has(crm) ? program.withDatabase : undefined
    const pusher = { url: program.url, call, admin, ...(withDatabase && { withDatabase }) }
    const push = await startPush(pusher, fake, people, { crm })
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

function expectOnce(
  crm: ContactCrmId,
  fake: FakeCrm,
  ledger: Awaited<ReturnType<typeof ledgerOf>>,
  people: number,
): void {
  const { emailOf } = FAKE_KINDS[crm]
  const contacts = [...fake.contacts.values()]
  expect(contacts).toHaveLength(people)
  expect(new Set(contacts.map(emailOf)).size).toBe(people)
  if (CRM_KINDS[crm].can.tags) expect(contacts.every(({ tags }) => tags.join() === 'Autumn')).toBe(true)
  expect(ledger).toHaveLength(people)
  expect(ledger.map(({ remote_id, email, state }) => `${remote_id} ${email} ${state}`).sort()).toEqual(
    contacts.map((contact) => `${contact.id} ${emailOf(contact)} sent`).sort(),
  )
  expect(fake.violations).toEqual([])
  expect(fake.lost()).toBeGreaterThan(people / 100)
  expect(fake.overLimit()).toBe(0)
}
