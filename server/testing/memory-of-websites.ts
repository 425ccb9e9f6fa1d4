import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createList } from '#contract/leads/lists.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { httpCall, runThat, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { onePageCompany } from '#server/testing/sample-company.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'

/** The first ones are a megabyte of small elements, and arrive together. */
const LARGE = 3
/** Heap limit of the program in megabytes; it needs about 60 when idle. */
const HEAP = 192
const LARGE_PAGE = '<li>Anna <b>Berger</b><td>+1 202-555-0143</li>'.repeat(20_000)

let database: TestDatabase
let websites: SampleWebsites
let program: Program
const call = httpCall(() => program.url)
/** Resident megabytes of the program. */
const resident = (): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1024)

/** Reads this many websites in two runs, in a program with a small heap. */
export function testMemoryOfWebsites(count: number): void {
  const all = Array.from({ length: count }, (_, index) => `firm-${index + 1}.example`)

  beforeAll(async () => {
    database = await createTestDatabase()
    const pages: Record<string, Record<string, SamplePage>> = {}
    for (const [index, domain] of all.entries()) {
      const more = index < LARGE ? LARGE_PAGE : ''
      pages[domain] = { '/': onePageCompany(domain).replace('</body>', `${more}</body>`) }
    }
    websites = await startSampleWebsites(pages)
    const environment = {
      DATABASE_URL: database.url,
      HOST_MAP: websites.hostMap,
      VERIFY_SMTP: 'off',
      CRAWL_DELAY_MS: '0',
    }
    program = await startProgram(environment, HEAP)
  })
  afterAll(async () => {
    await program?.remove()
    await websites?.close()
    await database?.drop()
  })

  it('reads many websites, also large ones, within a small heap', async () => {
    const admin = await signIn(call, PROGRAM_ADMIN)
    const { pid } = program
    const sizes = [resident()]
    for (const from of [0, count / 2]) {
      const domains = all.slice(from, from + count / 2)
      const body = { name: 'Domains', type: 'single' as const, search: { domains, max_emails: 5 } }
      const answer = await call(createList, { body }, admin)
      expect(answer.status, JSON.stringify(answer.error)).toBe(201)
      const run = await runThat(call, answer.body.data.run.id, admin, (now) => now.finished_at !== null)
      expect(run).toMatchObject({ state: 'succeeded', done: domains.length })
      sizes.push(resident())
    }
    expect(program.pid).toBe(pid)
    console.info(`memory before, after half and after all of ${count} websites: ${sizes.join(', ')} MB`)
  })
}
