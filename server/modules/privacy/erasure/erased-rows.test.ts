import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { addSuppressions, erasePerson, previewErasure, suppressions } from '#contract/privacy/suppression.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  user = await t.account()
})
afterAll(() => t.close())
const db = () => t.app.database.db

const PHONE = '+4930901820'
const PROFILE = 'https://www.linkedin.com/in/anna-quill'
const ANNA = { name: 'Anna Quill', email: 'anna.quill@whose.example', phone: PHONE, linkedin_url: PROFILE }
const BO = { name: 'Bo Reed', email: 'bo.reed@whose.example', phone: PHONE }

const seed = (...all: NonNullable<SeedLead['values']>[]) =>
  seedList(t, user, { type: 'people', leads: all.map((values) => ({ values })) })
const start = (body: { email?: string; phone?: string; profile?: string }, as = user) =>
  t.call(erasePerson, { body }, as)
async function erase(body: Parameters<typeof start>[0], as = user) {
  const answer = await start(body, as)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  expect((await t.finished(answer.body.data.run_id as number, as)).state).toBe('succeeded')
}
const namesIn = async (id: number) =>
  (await t.call(leads, { params: { type: 'people', id }, body: {} }, user)).body.data.map(
    ({ values }) => values.name,
  )
const isStored = async (values: NonNullable<SeedLead['values']>) =>
  (await seed(values)).leadIds[0] !== undefined

it.each([
  ['email', { email: ANNA.email }],
  ['profile', { profile: PROFILE }],
])('a colleague with the same phone stays when the person is erased by %s', async (_kind, body) => {
  const { id } = await seed(ANNA, BO)
  await erase(body)
  expect(await namesIn(id)).toEqual(['Bo Reed'])
  expect([await isStored(ANNA), await isStored(BO)]).toEqual([false, true])
})

it('an erasure takes a phone of that person only', async () => {
  const { id } = await seed(ANNA, { name: 'Anna Q.', phone: PHONE, linkedin_url: PROFILE })
  await erase({ profile: PROFILE })
  expect(await namesIn(id)).toEqual([])
  expect(await isStored({ name: 'Somebody', phone: PHONE })).toBe(false)
})

it('an erasure takes nobody by a phone that several people or businesses have', async () => {
  const { id } = await seed(ANNA, BO)
  const answer = await start({ phone: PHONE })
  expect([answer.status, answer.error?.fields]).toEqual([422, { phone: expect.stringContaining('Several') }])
  expect((await t.call(previewErasure, { body: { phone: PHONE } }, user)).status).toBe(422)
  expect(await namesIn(id)).toEqual(['Anna Quill', 'Bo Reed'])
  expect((await t.call(suppressions, {}, user)).body.data).toEqual([])
})

it('an erasure ignores a phone in another account', async () => {
  const { id } = await seed(ANNA)
  const stranger = await t.account()
  await seedList(t, stranger, { type: 'people', leads: [{ values: BO }] })
  await erase({ phone: PHONE })
  expect(await namesIn(id)).toEqual([])
})

it('an erasure follows nothing else from a phone', async () => {
  const { phone, ...withoutPhone } = ANNA
  const { id } = await seed(ANNA)
  const cleo = { name: 'Cleo Finch', email: 'cleo.finch@whose.example' }
  // A number that no index finds.
  const hidden = await seed({ ...cleo, mobile_phone: PHONE })
  const other = await seed(withoutPhone, cleo)
  await erase({ phone: PHONE })
  expect([await namesIn(id), await namesIn(hidden.id)]).toEqual([[], []])
  expect(await namesIn(other.id)).toEqual(['Anna Quill', 'Cleo Finch'])
  expect([await isStored(withoutPhone), await isStored(cleo)]).toEqual([true, true])
})

it("an erasure does not treat a company address as the person's", async () => {
  const shared = { email: 'info@whose.example' }
  const { id } = await seed({ ...ANNA, ...shared }, { name: 'Bo Reed', ...shared })
  await erase({ profile: PROFILE })
  expect(await namesIn(id)).toEqual(['Bo Reed'])
})

it('an erasure takes leads in which the person is already hidden', async () => {
  const { id } = await seed(ANNA)
  await t.call(addSuppressions, { body: { values: ['whose.example'] } }, user)
  const preview = await t.call(previewErasure, { body: { email: ANNA.email } }, user)
  expect(preview.body.data.removed).toMatchObject({ leads: 1 })
  await erase({ email: ANNA.email })
  const left = await sql`select 1 from lead where account_id = ${user.accountId} and list_id = ${id}`.execute(
    db(),
  )
  expect(left.rows).toEqual([])
})

/** Records about a lead that name its person without containing their values. */
async function plantAbout(list: { id: number; leadIds: number[] }, at: number): Promise<void> {
  const [account, lead] = [user.accountId, list.leadIds[at]]
  const text = at === 0 ? 'Hi Anna, as head of Quill & Co you may like this' : 'Hi Bo'
  const run = await sql<{ id: number }>`insert into run (account_id, kind, state, title, input)
    values (${account}, 'waterfall', 'succeeded', 'Find', '{}') returning id`.execute(db())
  const runId = run.rows[0]?.id
  await sql`insert into ai_text (account_id, run_id, list_id, lead_id, prompt, prompt_type, field, state, text, review,
      answer, sentences, dropped, prompt_tokens, completion_tokens)
    values (${account}, ${runId}, ${list.id}, ${lead}, 0, 'first_line', 'first_line', 'written', ${text}, 'open',
      ${JSON.stringify({ text })}, ${JSON.stringify([{ text }])}, '[]', 1, 1)`.execute(db())
  await sql`insert into lookup (account_id, run_id, lead_id, step, source, want, state, answer, took_ms, credits, delivered)
    values (${account}, ${runId}, ${lead}, 0, 'hunter', 'profile', 'hit',
      ${JSON.stringify({ values: { position: { value: text } } })}, 1, 3, true)`.execute(db())
  await sql`insert into lookup (account_id, run_id, lead_id, step, source, want, state, reference, took_ms)
    values (${account}, ${runId}, ${lead}, 1, 'apollo', 'phone', 'pending', ${text}, 1)`.execute(db())
  await sql`insert into lead_note (account_id, lead_id, user_id, body)
    values (${account}, ${lead}, ${user.id}, ${text})`.execute(db())
  await sql`insert into lead_change (account_id, history_id, lead_id, before, after)
    values (${account}, 1, ${lead}, ${JSON.stringify({ name: text })}, '{}')`.execute(db())
  await sql`insert into history (account_id, list_id, lead_id, event, detail)
    values (${account}, ${list.id}, ${lead}, 'note.added', ${JSON.stringify({ text })})`.execute(db())
}

const ABOUT = {
  ai_text: ['text', 'answer', 'sentences'],
  lookup: ['answer', 'reference'],
  lead_note: ['body'],
  lead_change: ['before'],
  history: ['detail'],
}
/** Where a text is stored in connection with leads, as `table.column`. */
async function remaining(text: string): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of Object.entries(ABOUT))
    for (const column of columns) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where account_id = ${user.accountId} and ${sql.ref(column)}::text like ${`%${text}%`}`.execute(db())
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  return found
}

it('an erasure takes records about their leads even when only the name appears', async () => {
  const list = await seed(ANNA, BO)
  for (const at of [0, 1]) await plantAbout(list, at)
  const everywhere = Object.entries(ABOUT).flatMap(([table, columns]) =>
    columns.map((name) => `${table}.${name}`),
  )
  expect(await remaining('Hi Anna')).toEqual(everywhere)
  await erase({ email: ANNA.email })
  expect(await remaining('Hi Anna')).toEqual([])
  expect(await remaining('Hi Bo')).toEqual(everywhere)
  // Sources' results and costs remain in the statistics.
  const { rows } = await sql`select state, credits, delivered from lookup
    where account_id = ${user.accountId} and lead_id = ${list.leadIds[0]} order by step`.execute(db())
  expect(rows).toEqual([
    { state: 'hit', credits: 3, delivered: true },
    { state: 'pending', credits: 0, delivered: false },
  ])
})
