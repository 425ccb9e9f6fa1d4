import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancelRun, type Run, runs as runsEndpoint, run as showRun } from '#contract/activity/runs.ts'
import { download } from '#contract/core/files.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { listHistory } from '#contract/leads/lists.ts'
import {
  downloadVerifications,
  startVerification,
  verifications,
  verifyEmail,
} from '#contract/prospecting/email-verification.ts'
import { verifyLeads } from '#contract/prospecting/enrichment.ts'
import { createRunWorker } from '#server/modules/activity/runs/index.ts'
import { createLiveBus, type LiveBus } from '#server/platform/live-bus.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Reason } from '#server/providers/email-verifiers/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { upload } from '#server/testing/http-call.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const results = new Map<string, Reason | ((signal: AbortSignal) => Promise<Reason>)>()
const verifier = createFakeVerifier((address, signal) => {
  const output = results.get(address) ?? 'mailbox_accepted'
  return typeof output === 'string' ? output : output(signal)
})

let t: TestApp
let origin: string
let bus: LiveBus
let user: TestUser
beforeAll(async () => {
  // Without workers: each test decides when a worker runs.
  t = await testApp({ roles: ['web'], emailVerifier: verifier })
  origin = await t.listen()
  bus = createLiveBus(t.databaseUrl, silentLog())
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(async () => {
  await bus.close()
  await t.close()
})
afterEach(() => {
  results.clear()
  verifier.requested.length = 0
})

const newWorker = () => createRunWorker({ ...t.app.ctx, bus })
const work = (id: number) => newWorker().execute(user.accountId, id)
const show = async (id: number): Promise<Run> => (await t.call(showRun, { params: { id } }, user)).body.data
const expireLease = (id: number) =>
  sql`update run set lease_until = now() - interval '1 second' where id = ${id}`.execute(t.app.database.db)

async function start(body: { emails: string[] } | { upload_id: string; column?: string }) {
  const answer = await t.call(startVerification, { body }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  return answer.body.data
}
const startFile = async (content: string | Buffer, column?: string) =>
  start({ upload_id: await upload(origin, user, content, 'list.csv'), ...(column && { column }) })
const page = async (id: number, query: object = {}) =>
  (await t.call(verifications, { query: { run_id: id, limit: 200, ...query } }, user)).body
/** Requests for the account's addresses, counted by origin. */
const origins = async () => (await t.call(verifications, {}, user)).body.by_origin
const states = async (id: number) => (await page(id)).data.map(({ email, state }) => [email, state])

async function exported(id: number) {
  const answer = await t.call(downloadVerifications, { body: { run_id: id } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  const ticket = answer.body.data.url.split('/').at(-1) as string
  const { body } = await t.call(download, { params: { ticket } })
  return parse(body as unknown as string, { columns: true }) as Record<string, string>[]
}

describe('a list of addresses', () => {
  it('is checked once each, in order, including malformed ones', async () => {
    results.set('b@run.example', 'mailbox_unknown')
    results.set('c@run.example', 'greylisted')
    const emails = ['a@run.example', 'not one', 'B@run.example', 'A@RUN.example ', 'c@run.example']
    const run = await start({ emails })
    expect(run).toMatchObject({
      kind: 'verify',
      state: 'queued',
      title: 'Check of 5 addresses',
      total: 4,
      done: 1,
    })
    await work(run.id)
    expect(await show(run.id)).toMatchObject({
      state: 'succeeded',
      total: 4,
      done: 4,
      cost: 0,
      counts: { valid: 1, invalid: 2, greylisted: 1 },
    })
    expect(verifier.requested.toSorted()).toEqual(['a@run.example', 'b@run.example', 'c@run.example'])
    expect(await origins()).toEqual({ user: 3, search: 0 })
    expect(await states(run.id)).toEqual([
      ['a@run.example', 'valid'],
      ['not one', 'invalid'],
      ['b@run.example', 'invalid'],
      ['c@run.example', 'greylisted'],
    ])
    expect((await page(run.id, { state: 'invalid' })).data.map((row) => row.reason)).toEqual([
      'syntax',
      'mailbox_unknown',
    ])
    expect((await page(run.id, { search: 'not' })).total).toBe(1)
  })

  it('is exported line by line, safe to open in a spreadsheet', async () => {
    results.set('b@run.example', 'mailbox_unknown')
    const run = await start({ emails: ['b@run.example', '=cmd()', 'info@run.example', 'b@run.example'] })
    const before = await exported(run.id)
    expect(before.map((line) => [line.email, line.state])).toEqual([
      ['b@run.example', ''],
      ["'=cmd()", 'invalid'],
      ['info@run.example', ''],
      ['b@run.example', ''],
    ])
    await work(run.id)
    const lines = await exported(run.id)
    expect(lines.map(({ email, state, reason, role }) => [email, state, reason, role])).toEqual([
      ['b@run.example', 'invalid', 'mailbox_unknown', 'no'],
      ["'=cmd()", 'invalid', 'syntax', ''],
      ['info@run.example', 'valid', 'mailbox_accepted', 'yes'],
      ['b@run.example', 'invalid', 'mailbox_unknown', 'no'],
    ])
    expect(lines[0]?.reason_text).toBe('This mailbox doesn’t exist')
  })

  it('reuses results of the last hour, and checks the rest', async () => {
    for (const email of ['new@run.example', 'old@run.example'])
      await t.call(verifyEmail, { body: { email } }, user)
    await sql`update email_verification set checked_at = now() - interval '2 hours' where address = 'old@run.example'`.execute(
      t.app.database.db,
    )
    verifier.requested.length = 0
    const run = await start({ emails: ['new@run.example', 'old@run.example'] })
    await work(run.id)
    expect(verifier.requested).toEqual(['old@run.example'])
    expect((await show(run.id)).counts).toEqual({ valid: 2 })
  })

  it('is started once by two clicks with one key', async () => {
    const body = { emails: ['a@run.example'] }
    const twice = await Promise.all(
      [1, 2].map(() => t.call(startVerification, { body }, user, { key: 'click' })),
    )
    expect(new Set(twice.map((answer) => answer.body.data.id)).size).toBe(1)
    expect((await t.call(runsEndpoint, {}, user)).body.total).toBe(1)
  })

  it('of blanks only is refused', async () => {
    const answer = await t.call(startVerification, { body: { emails: ['  '] } }, user)
    expect(answer.status).toBe(422)
  })

  it('of another account is not shown or exported', async () => {
    const run = await start({ emails: ['a@run.example'] })
    await work(run.id)
    const other = await t.account()
    expect((await t.call(downloadVerifications, { body: { run_id: run.id } }, other)).status).toBe(404)
    expect((await t.call(verifications, { query: { run_id: run.id } }, other)).body.total).toBe(0)
  })
})

describe('a file', () => {
  const CSV =
    'Name;E-Mail\nAnn;ann@file.example\nNobody;\nBob;"Bob <bob@file.example>"\nAnn again;ANN@file.example\n'

  it('is read by the run, its column found by name', async () => {
    const run = await startFile(CSV)
    expect(run).toMatchObject({ title: 'Check of list.csv', total: null, done: 0 })
    await work(run.id)
    expect(await show(run.id)).toMatchObject({ state: 'succeeded', total: 2, done: 2, counts: { valid: 2 } })
    expect((await exported(run.id)).map((line) => line.email)).toEqual([
      'ann@file.example',
      'Bob <bob@file.example>',
      'ANN@file.example',
    ])
  })

  it('may be a plain list without header, or have its column named', async () => {
    const bare = await startFile('ann@file.example\nbob@file.example\n')
    await work(bare.id)
    expect((await states(bare.id)).map(([email]) => email)).toEqual(['ann@file.example', 'bob@file.example'])
    const named = await startFile('email,other\na@file.example,b@file.example\n', 'OTHER')
    await work(named.id)
    expect((await states(named.id)).map(([email]) => email)).toEqual(['b@file.example'])
  })

  it.each([
    ['nothing', '\n\n', /empty/],
    ['no addresses', 'name,city\nAnn,Oslo\n', /looks like email addresses/],
    ['a workbook', Buffer.from('504b0304aabbccdd', 'hex'), /Excel/],
  ])('with %s is refused with an explanation', async (_what, content, message) => {
    const upload_id = await upload(origin, user, content)
    const answer = await t.call(startVerification, { body: { upload_id } }, user)
    expect(answer.status).toBe(422)
    expect(answer.error.message).toMatch(message)
  })

  it('without the named column is refused with the names it has', async () => {
    const upload_id = await upload(origin, user, CSV)
    const answer = await t.call(startVerification, { body: { upload_id, column: 'mail' } }, user)
    expect(answer.status).toBe(422)
    expect(answer.error.fields.column).toContain('Name, E-Mail')
  })

  it('with only a header ends with an explanation', async () => {
    const run = await startFile('email\n')
    await work(run.id)
    expect(await show(run.id)).toMatchObject({
      state: 'failed',
      error: { message: 'There are no addresses in this file' },
    })
  })

  it('counts unreadable lines and continues', async () => {
    const run = await startFile('email,name\na@file.example,A\nb@file.example,B,too many\nc@file.example,C\n')
    await work(run.id)
    expect(await show(run.id)).toMatchObject({ state: 'succeeded', counts: { valid: 2, unreadable: 1 } })
  })

  it('continues where a killed worker was reading', async () => {
    // A batch of lines and some of the next: a hundred addresses in the first, a hundred more in the second.
    const numbers = Array.from({ length: 1150 }, (_, at) => (at >= 1000 && at < 1100 ? at : at % 100))
    const rows = numbers.map((number) => `p${number}@file.example`)
    const run = await startFile(`email\n${rows.join('\n')}\n`)
    let dead = 0
    await sql`create or replace function stop_reading() returns trigger as $$ begin
      if new.position > 1020 then raise exception 'the worker dies here'; end if; return new; end $$ language plpgsql`.execute(
      t.app.database.db,
    )
    await sql`create trigger stop_reading before insert on verification_item for each row execute function stop_reading()`.execute(
      t.app.database.db,
    )
    const dying = work(run.id)
    await expect
      .poll(async () => {
        const { rows: found } = await sql<{
          failures: number
        }>`select failures from run where id = ${run.id}`.execute(t.app.database.db)
        dead = found[0]?.failures ?? 0
        return dead
      })
      .toBeGreaterThan(0)
    await sql`drop trigger stop_reading on verification_item`.execute(t.app.database.db)
    await dying
    expect(await show(run.id)).toMatchObject({
      state: 'succeeded',
      total: 200,
      done: 200,
      counts: { valid: 200 },
    })
    expect(new Set(verifier.requested).size).toBe(200)
    expect(verifier.requested).toHaveLength(200)
  })
})

describe('a verification run', () => {
  it('is taken over from a dead worker without repeating known checks', async () => {
    const reached = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    const emails = Array.from({ length: 20 }, (_, index) => `n${index}@over.example`)
    for (const email of emails.slice(10))
      results.set(email, async () => {
        reached.resolve()
        await open.promise
        return 'mailbox_accepted'
      })
    const run = await start({ emails })
    const first = work(run.id)
    await reached.promise
    await expect.poll(async () => (await t.call(verifications, {}, user)).body.total).toBe(10)
    await expireLease(run.id)
    results.clear()
    verifier.requested.length = 0
    await work(run.id)
    expect(verifier.requested.toSorted()).toEqual(emails.slice(10).toSorted())
    const ended = await show(run.id)
    expect(ended).toMatchObject({ state: 'succeeded', done: 20, counts: { valid: 20 } })
    open.resolve()
    await first
    expect(await show(run.id)).toEqual(ended)
  })

  it('ends at once when stopped, even if mail servers never answer', async () => {
    const reached = Promise.withResolvers<void>()
    let requested = 0
    let reported = 0
    for (const name of ['x', 'y', 'z'])
      results.set(`${name}@mute.example`, (signal) => {
        signal.addEventListener('abort', () => (reported += 1), { once: true })
        requested += 1
        if (requested === 3) reached.resolve()
        return new Promise(() => {})
      })
    const run = await start({ emails: ['x@mute.example', 'y@mute.example', 'z@mute.example'] })
    const working = work(run.id)
    await reached.promise
    expect((await t.call(cancelRun, { params: { id: run.id } }, user)).status).toBe(200)
    await working
    expect(await show(run.id)).toMatchObject({ state: 'cancelled', done: 0 })
    expect(reported).toBe(3)
  })

  it('fails as our fault after three tries when the verifier is broken', async () => {
    results.set('a@broken.example', () => Promise.reject(new Error('broken')))
    const run = await start({ emails: ['a@broken.example'] })
    await work(run.id)
    expect(await show(run.id)).toMatchObject({ state: 'failed', error: { code: 'internal' } })
  })
})

describe('the leads of a list', () => {
  const SEEDS: SeedLead[] = [
    { values: { email: 'one@leads.example', email_state: 'unknown' } },
    { values: { email: 'two@leads.example' } },
    { values: { name: 'No address' } },
    { values: { email: 'made@up.example' }, isSample: true },
  ]
  const verify = (list: number, selection: object, as = user) =>
    t.call(verifyLeads, { params: { type: 'local', id: list }, body: { selection: selection as never } }, as)

  it('are checked again and updated, wherever the address is used', async () => {
    results.set('two@leads.example', 'mailbox_unknown')
    const list = await seedList(t, user, { name: 'Bakeries', leads: SEEDS })
    const elsewhere = await seedList(t, user, { leads: [{ values: { email: 'Two@Leads.example' } }] })
    const answer = await verify(list.id, { filters: {} })
    expect(answer.status, JSON.stringify(answer.error)).toBe(201)
    expect(answer.body.data).toMatchObject({
      list_id: list.id,
      run: { kind: 'verify', title: 'Check of Bakeries', list_id: list.id, total: 2 },
    })
    await work(answer.body.data.run.id)
    const emailStates = async (id: number) =>
      (await t.call(leads, { params: { type: 'local', id }, body: {} }, user)).body.data.map(
        (lead) => lead.email_state,
      )
    expect(await emailStates(list.id)).toEqual(['valid', 'invalid', null, null])
    expect(await emailStates(elsewhere.id)).toEqual(['invalid'])
    const history = await t.call(listHistory, { params: { id: list.id }, body: {} }, user)
    expect(history.body.data[0]).toMatchObject({ event: 'run.verify', run: { id: answer.body.data.run.id } })
    // What became of single leads is in their own histories.
    expect(history.body.data.map(({ event }) => event)).not.toContain('lead.email_checked')
    const params = { type: 'local', id: list.id, resultId: list.leadIds[1] as number } as const
    const lead = (await t.call(showLead, { params }, user)).body.data
    expect(lead.history[0]).toMatchObject({
      event: 'lead.email_checked',
      detail: { email_state: 'invalid', because: 'checked' },
    })
  })

  it('without any address are refused, and those of another account not found', async () => {
    const list = await seedList(t, user, { leads: SEEDS })
    expect((await verify(list.id, { resultIds: list.leadIds.slice(2) })).status).toBe(409)
    expect((await verify(list.id, { filters: {} }, await t.account())).status).toBe(404)
    expect((await verify(list.id, { resultIds: list.leadIds.slice(0, 1) })).body.data.run.total).toBe(1)
  })
})
