import { findEmails } from '#contract/prospecting/enrichment.ts'
import { exportAll } from './export-beside-works.ts'
import { openWebsites, runOnList } from './find-emails-works.ts'
import { importLeads } from './lead-import-works.ts'
import { type BenchRequest, fixed, type Line, load, seconds, watchMemory } from './measure.ts'
import { nextWord } from './queries.ts'
import { seedList } from './seed.ts'

const CLIENTS = 50
const IDLE_SECONDS = 6
const EMAILS = 1000
/** The list that people browse. */
const LISTED = 50_000

/** Fifty people browse an account of so many leads while it imports a tenth, exports all and finds a thousand emails. */
export async function measureMixed(leads: number): Promise<Line[]> {
  const { bench, listId, close } = await openWebsites(EMAILS)
  try {
    const { admin, database, program } = bench
    const listed = await seedList(database, admin.accountId, LISTED)
    const exported = await seedList(database, admin.accountId, leads)
    await database.query('vacuum analyze lead')
    const request: BenchRequest = {
      method: 'POST',
      path: `/api/local-results/${listed}`,
      headers: { authorization: `Bearer ${admin.token}` },
      body: () => JSON.stringify({ search: nextWord() }),
    }
    const browse = (until: number | (() => boolean)) => load(program.url, request, CLIENTS, until)
    await browse(IDLE_SECONDS)
    const idle = await browse(IDLE_SECONDS)
    let isOver = false
    const grown = watchMemory(program.pid)
    const browsed = browse(() => isOver)
    const works = Promise.all([
      seconds(() => importLeads(bench, leads / 10, 'beside')),
      seconds(() => exportAll(bench, exported)),
      seconds(() => runOnList(bench, listId, findEmails)),
    ]).finally(() => {
      // Also after a failure, or the clients would browse forever.
      isOver = true
    })
    const [beside, took] = await Promise.all([browsed, works])
    const memory = grown()
    const ratio = beside.p95 / idle.p95
    const [imported, written, found] = took.map((own) => fixed(own))
    return [
      {
        work: 'list page beside an import, an export and emails, p95',
        size: leads,
        ours: `${fixed(beside.p95)} ms`,
        limit: `${fixed(idle.p95)} ms`,
        ratio,
        gate: '<= 3x, <= 200 MB, no errors',
        kept: ratio <= 3 && memory <= 200 && beside.errors === 0,
        note: `${CLIENTS} at once, ${beside.errors} errors, import of ${leads / 10} in ${imported} s, export in ${written} s, ${EMAILS} emails in ${found} s, +${fixed(memory, 0)} MB`,
      },
    ]
  } finally {
    await close()
  }
}
