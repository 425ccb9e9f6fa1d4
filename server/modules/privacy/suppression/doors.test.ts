import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aiTexts, startAiText } from '#contract/ai/ai-text.ts'
import { download, exportList } from '#contract/core/files.ts'
import { editLead } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, showList } from '#contract/leads/lists.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import { startVerification, verifications, verifyEmail } from '#contract/prospecting/email-verification.ts'
import { findEmails, getEmployees } from '#contract/prospecting/enrichment.ts'
import { leadImportRejected } from '#contract/prospecting/lead-imports.ts'
import { previewSearch } from '#contract/prospecting/searches.ts'
import { saveWaterfall, startWaterfall, waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeEnricher } from '#server/testing/fake-enricher.ts'
import { createFakeSource } from '#server/testing/fake-source.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const OUT = 'gone@out.example'
const PHONE = '+442079460018'
const source = createFakeSource({
  find: () => ['in', 'out'],
  values: (key) => ({ email: key === 'out' ? OUT : 'here@in.example' }),
})
const enricher = createFakeEnricher({ id: 'vendor', enriches: ['email', 'phone'] }, () => ({
  values: { email: OUT, email_state: 'valid', phone: PHONE },
}))

let t: TestApp
let websites: SampleWebsites
let origin: string
let parent: TestUser
let child: TestUser
beforeAll(async () => {
  websites = await startSampleWebsites({ 'acme.example': sampleCompany('acme.example') })
  t = await testApp({
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
    sources: [source, enricher.source],
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
  origin = await t.listen()
})
beforeEach(async () => {
  parent = await t.account({ credits: 500 })
  child = await t.account({ parent, credits: 100 })
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})

const db = () => t.app.database.db
const ALL = { filters: {} }
/** The parent suppresses values; the child's entry points are tested. */
async function suppress(...values: string[]) {
  const answer = await t.call(addSuppressions, { body: { values } }, parent)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
}
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => child,
  )
const emailsIn = async (id: number, type: 'local' | 'people' = 'local') =>
  (await t.call(leads, { params: { type, id }, body: {} }, child)).body.data.map(({ values }) => values.email)
/** Tables of the child, other than the log, in which a text is stored. */
async function storedIn(text: string, tables: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} as r
      where r.account_id = ${child.accountId} and r::text like ${`%${text}%`} limit 1`.execute(db())
    if (rows.length > 0) found.push(table)
  }
  return found
}

describe('an entry of an account above', () => {
  it('keeps a search from delivering, storing and charging, and a preview from showing', async () => {
    await suppress('out.example')
    const request = { type: 'local' as const, search: { keywords: 'x' } }
    const shown = (await t.call(previewSearch, { body: request }, child)).body.data
    expect(shown.rows.map(({ name }) => name)).toEqual(['Place in'])
    const made = await t.call(createList, { body: { name: 'Found', ...request } }, child)
    const run = await t.finished(made.body.data.run.id, child)
    expect(run).toMatchObject({ cost: 1, counts: { delivered: 1, suppressed: 1 } })
    expect(await emailsIn(made.body.data.id)).toEqual(['here@in.example'])
    expect(await storedIn(OUT, ['lead', 'entity', 'run', 'run_item', 'history'])).toEqual([])
  })

  it('keeps rows out of an import, and their cells out of the rejected rows', async () => {
    await suppress('out.example', PHONE, 'linkedin.com/in/gone')
    const file = `Name,Email,Phone,LinkedIn,Website
In,here@in.example,,,
Out,${OUT},,,
Broken,${OUT},call me,,
Called,x@in.example is mine,020 7946 0018,,
Linked,not an email,,https://uk.linkedin.com/in/Gone/,
Sited,not an email,,,https://shop.out.example/x
Kept,not an email,call me,,
`
    const done = await files().imported(file, { rest: 'drop', country: 'GB' })
    expect(await emailsIn(done.listId, 'people')).toEqual(['here@in.example'])
    const { rows } = await sql<{ line: number; reason: string; cells: string[] }>`
      select line, reason, cells from import_rejected where account_id = ${child.accountId} order by line`.execute(
      db(),
    )
    expect(rows.map(({ cells }) => cells[0] ?? null)).toEqual([null, null, null, null, null, 'Kept'])
    expect(rows.map(({ reason }) => /suppression/.test(reason))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    const reply = await t.call(leadImportRejected, { params: { run_id: done.run.id } }, child)
    const text = await (await fetch(`${origin}${reply.body.data.url}`)).text()
    expect(text).toContain('Kept')
    expect(text).not.toMatch(/out\.example|7946|linkedin\.com/i)
  })

  it('keeps an address from being verified, alone and in a list', async () => {
    await suppress(OUT)
    expect((await t.call(verifyEmail, { body: { email: OUT } }, child)).status).toBe(409)
    const body = { emails: [OUT, 'here@in.example'] }
    const { id } = (await t.call(startVerification, { body }, child)).body.data
    await t.finished(id, child)
    const lines = (await t.call(verifications, { query: { run_id: id } }, child)).body.data
    expect(lines.map(({ email }) => email)).toEqual(['On your suppression list', 'here@in.example'])
    expect(await storedIn(OUT, ['email_verification', 'verification_item', 'run'])).toEqual([])
  })

  it('keeps website contacts from being stored and charged', async () => {
    await suppress('anna.berger@acme.example', 'info@acme.example')
    const firm = { values: { name: 'Acme', website: 'https://acme.example', domain: 'acme.example' } }
    const { id } = await seedList(t, child, { leads: [firm] })
    const params = { type: 'local' as const, id }
    const answer = await t.call(findEmails, { params, body: { selection: ALL } }, child)
    await t.finished(answer.body.data.run.id, child)
    const people = await t.call(getEmployees, { params, body: { selection: ALL } as never }, child)
    expect(people.status, JSON.stringify(people.error)).toBe(201)
    await t.finished(people.body.data.run.id, child)
    const tables = ['lead', 'website_visit', 'found_email', 'email_verification', 'entity', 'enrich_item']
    expect(await storedIn('anna.berger@', tables)).toEqual([])
    expect(await storedIn('info@acme', tables)).toEqual([])
    expect(await storedIn('Anna Berger', ['lead'])).toEqual([])
    expect(await storedIn('Boris Keller', ['lead'])).toEqual(['lead'])
  })

  it.each(['email', 'phone'] as const)(
    'keeps an %s from a source from being stored and charged',
    async (want) => {
      await suppress(OUT, PHONE)
      const conditions = {
        stop_at: 'any' as const,
        mobile_only: false,
        max_credits_per_lead: null,
        skip_confidence: null,
      }
      const request = { steps: [{ source: 'vendor', max_credits: null }], conditions, version: 0 }
      await t.call(saveWaterfall, { params: { want }, body: request }, child)
      const { id } = await seedList(t, child, {
        type: 'people',
        leads: [{ values: { name: 'Person', company: 'In', domain: 'in.example' } }],
      })
      const body = { want, selection: ALL }
      const started = await t.call(startWaterfall, { params: { type: 'people', id }, body }, child)
      const run = await t.finished(started.body.data.run.id, child)
      expect(run).toMatchObject({ state: 'succeeded', cost: 0, counts: { not_found: 1 } })
      const steps = await t.call(waterfallSteps, { params: { id: run.id } }, child)
      expect(steps.body.data).toMatchObject({ found: 0, cost: 0 })
      const tables = ['lead', 'lookup', 'entity', 'found_email', 'email_verification', 'run', 'history']
      expect([...(await storedIn(OUT, tables)), ...(await storedIn(PHONE, tables))]).toEqual([])
      await expectSettledBooks(db(), child.accountId)
    },
  )

  it('keeps people of a domain out of the email finder, and leads from being entered or edited', async () => {
    await suppress('out.example')
    const sought = await t.call(findEmail, { body: { name: 'Gone', domain: 'out.example' } }, child)
    expect([sought.status, sought.error?.message]).toEqual([422, expect.stringContaining('suppression')])
    const { id, leadIds } = await seedList(t, child, { leads: [{ values: { name: 'In' } }] })
    const params = { type: 'local' as const, id }
    const typed = await t.call(
      addLead,
      { params, body: { values: { name: 'Out', website: 'https://out.example' } } },
      child,
    )
    const place = { ...params, resultId: leadIds[0] as number }
    const changed = await t.call(editLead, { params: place, body: { values: { email: OUT } } }, child)
    expect([typed.status, changed.status]).toEqual([409, 409])
    expect(await storedIn(OUT, ['lead', 'history', 'lead_change'])).toEqual([])
  })

  it('keeps existing leads out of texts and exports', async () => {
    const { id, leadIds } = await seedList(t, child, {
      leads: [{ values: { name: 'Out', email: OUT } }, { values: { name: 'In', email: 'here@in.example' } }],
    })
    await suppress('out.example')
    expect((await t.call(showList, { params: { id } }, child)).body.data).toMatchObject({ total: 1 })
    const request = {
      selection: { resultIds: leadIds },
      prompts: [{ prompt_type: 'first_line' }],
      provider: 'template',
    }
    const texts = await t.call(startAiText, { params: { type: 'local', id }, body: request as never }, child)
    expect(texts.status, JSON.stringify(texts.error)).toBe(201)
    const run = await t.finished(texts.body.data.run.id, child)
    const written = (await t.call(aiTexts, { query: { run_id: run.id } }, child)).body.data
    expect(written.map(({ lead_id }) => lead_id)).toEqual([leadIds[1]])
    for (const chosen of [{}, { resultIds: leadIds }]) {
      const body = { list_id: id, format: 'csv' as const, ...chosen }
      const { url } = (await t.call(exportList, { body }, child)).body.data
      const file = await t.call(download, { params: { ticket: url.split('/').at(-1) as string } })
      expect(String(file.body)).toContain('here@in.example')
      expect(String(file.body)).not.toContain(OUT)
    }
  })
})
