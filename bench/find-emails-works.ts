import { run as showRun } from '#contract/activity/runs.ts'
import { type checkWebsites, findEmails } from '#contract/prospecting/enrichment.ts'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { openOutside } from './child-server.ts'
import { fixed, type Line, seconds, watchMemory } from './measure.ts'
import { seedList } from './seed.ts'

/** Concurrent websites, as the program sets it. */
const AT_ONCE = 16
const ANSWER_SECONDS = 0.1

type Endpoint = typeof findEmails | typeof checkWebsites

/** A list of so many leads without emails, each with a website of one page that takes 100 ms to answer. */
export async function openWebsites(
  leads: number,
): Promise<{ bench: BenchApp; listId: number; close(): Promise<void> }> {
  const websites = await openOutside('one-page-websites.ts')
  const names = Array.from({ length: leads }, (_, at) => `site${at + 1}.example`)
  const map = (port: number) => names.map((name) => `${name}=127.0.0.1:${port}`).join(',')
  const bench = await buildBenchApp({
    HOST_MAP: map(websites.port),
    // Has known mail servers, so neither DNS nor mailboxes are queried.
    MX_MAP: map(websites.port),
    VERIFY_SMTP: 'off',
    CRAWL_DELAY_MS: '0',
    CRAWL_HOSTS: String(AT_ONCE),
  })
  const listId = await seedList(bench.database, bench.admin.accountId, leads)
  await bench.database.query('update lead set email = null, email_state = null where list_id = $1', [listId])
  return {
    bench,
    listId,
    async close() {
      await bench.close()
      websites.stop()
    },
  }
}

/** Starts a run over a list and waits for its end. */
export async function runOnList(
  { call, admin, database }: BenchApp,
  listId: number,
  endpoint: Endpoint,
): Promise<Record<string, number>> {
  const started = await call(
    endpoint,
    { params: { type: 'local', id: listId }, body: { selection: { filters: {} } } },
    admin,
  )
  if (started.status !== 201) throw new Error(JSON.stringify(started.error))
  const { id } = started.body.data.run
  // Not by requests: a page hears of a run's end, and asking for it all the time would be measured too.
  const isOver = async () =>
    (await database.query('select from run where id = $1 and finished_at is not null', [id])).rowCount
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 50))
  return (await call(showRun, { params: { id } }, admin)).body.data.counts
}

/** A run over leads, one page per website, 100 ms per response. Runs in its own program with mapped names. */
export async function runOnWebsites(
  leads: number,
  endpoint: Endpoint,
): Promise<{ own: number; counts: Record<string, number>; memory: number }> {
  const { bench, listId, close } = await openWebsites(leads)
  try {
    const memory = watchMemory(bench.program.pid)
    let counts: Record<string, number> = {}
    const own = await seconds(async () => {
      counts = await runOnList(bench, listId, endpoint)
    })
    return { own, counts, memory: memory() }
  } finally {
    await close()
  }
}

/** What so many pages at 100 ms take at least. */
export const leastSeconds = (leads: number): number => (leads * ANSWER_SECONDS) / AT_ONCE

/** H: emails for local leads. */
export async function measureFindEmails(leads: number): Promise<Line[]> {
  const { own, counts, memory } = await runOnWebsites(leads, findEmails)
  const found = (counts.found ?? 0) + (counts.potential ?? 0)
  const limit = leastSeconds(leads)
  const ratio = own / limit
  return [
    {
      work: 'find emails, 100 ms answers',
      size: leads,
      ours: `${fixed(own, 2)} s`,
      limit: `${fixed(limit, 2)} s`,
      ratio,
      gate: '<= 1.5x',
      kept: ratio <= 1.5 && found === leads,
      note: `${found} found, memory +${fixed(memory, 0)} MB`,
    },
  ]
}
