import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveWebsiteLinks, websiteLinks } from '#contract/ai/ai-training.ts'
import { checkCrawledStatus, crawlTrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createGate } from '#server/testing/gate.ts'
import { ended, httpCall, runThat, type Signed, signIn } from '#server/testing/http-call.ts'
import { pageSite } from '#server/testing/page-site.ts'
import { endLeasesOfTheDead, PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'

const PAGES = 60
const WANTED = 50
/** So many answer at once; the others wait until the program has been killed. */
const QUICK = 30
/** Written by then: the first five one by one, then twenty together. */
const WRITTEN = 25

let database: TestDatabase
let program: Program
let websites: SampleWebsites
let admin: Signed
const gate = createGate()
const call = httpCall(() => program.url)
beforeAll(async () => {
  database = await createTestDatabase()
  const site = Object.entries(pageSite(PAGES)).map(
    ([path, html], index) => [path, index < QUICK ? html : gate.behind(html as string)] as const,
  )
  websites = await startSampleWebsites({ 'long.example': Object.fromEntries(site) })
  program = await startProgram({
    DATABASE_URL: database.url,
    HOST_MAP: websites.hostMap,
    CRAWL_DELAY_MS: '0',
  })
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(async () => {
  gate.open()
  await program?.remove()
  await websites?.close()
  await database?.drop()
})

it('a crawl whose program was killed continues: exactly as many pages, each once, and none is read again', async () => {
  const started = await call(
    crawlTrainingWebsite,
    { body: { website: 'long.example', pages: WANTED } },
    admin,
  )
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const { jobId: job_id } = started.body.data
  await runThat(call, job_id, admin, (run) => run.done >= WRITTEN)
  await expect.poll(() => gate.waiting()).toBeGreaterThan(0)
  const status = async () => (await call(checkCrawledStatus, { query: { job_id } }, admin)).body.data
  const before = (await status()).linksData.crawled_link_entries_temp.map(({ link }) => link)

  await program.kill()
  const requested = websites.requests.length
  gate.open()
  await program.start()
  await endLeasesOfTheDead(database.url)
  await ended(call, job_id, admin)

  const after = await status()
  const links = after.linksData.crawled_link_entries_temp.map(({ link }) => link)
  expect([after.status, after.pages, links.length, new Set(links).size]).toEqual([
    ...['completed', WANTED],
    ...[WANTED, WANTED],
  ])
  expect(links.slice(0, before.length)).toEqual(before)
  const second = websites.requests
    .slice(requested)
    .filter((request) => before.includes(`https://${request}`) && request !== 'long.example/')
  expect(second).toEqual([])
  await call(saveWebsiteLinks, { body: { job_id } }, admin)
  expect((await call(websiteLinks, {}, admin)).body.total).toBe(WANTED)
})
