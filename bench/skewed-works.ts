import { createCustomField } from '#contract/leads/custom-fields.ts'
import { createLabel, labelLeads, labels } from '#contract/leads/labels.ts'
import { LeadFilters, leadFacets, leads } from '#contract/leads/leads.ts'
import { listDuplicates } from '#contract/leads/list-duplicates.ts'
import { addSuppressions } from '#contract/privacy/suppression.ts'
import type { BenchApp } from './bench-app.ts'
import { importLeads } from './lead-import-works.ts'
import { type Line, lineOf, seconds } from './measure.ts'
import { seedList } from './seed.ts'

/*
 * Data as it is at its worst: all rows of a list share one value. Each work is compared with the same work on a list
 * whose rows differ, and may not grow faster than its rows.
 */

/** How cost may grow with rows that are alike, with room for what a run varies. */
const MAX_EXPONENT = 1.25
/** How much slower than on rows that differ. */
const MAX_RATIO = 3

/** What all leads of a list share. */
const ALIKE = {
  phone: `phone = '+15035550000'`,
  name: `name = 'Acorn Bakery'`,
  // Of each list its own, because a suppressed one hides leads of all lists.
  domain: `domain = 'acorn' || list_id || '.example', website = 'https://acorn' || list_id || '.example/'`,
} as const
type Shared = keyof typeof ALIKE

async function listOf(bench: BenchApp, size: number, shared?: Shared): Promise<number> {
  const listId = await seedList(bench.database, bench.admin.accountId, size)
  if (shared) await bench.database.query(`update lead set ${ALIKE[shared]} where list_id = $1`, [listId])
  await bench.database.query('vacuum analyze lead')
  return listId
}

/** The same work on rows that are alike and on rows that differ. */
const skewed = (work: string, size: number, own: number, limit: number): Line =>
  lineOf(work, { size, own, limit, maxRatio: MAX_RATIO, maxExponent: MAX_EXPONENT })

/** The work beside another one of as many rows. */
const growing = (work: string, size: number, own: number, limit: number): Line =>
  lineOf(work, { size, own, limit, maxExponent: MAX_EXPONENT })

/** What a person waits for in a list: its duplicates, and facet counts. */
async function readList({ call, admin }: BenchApp, id: number): Promise<void> {
  const params = { type: 'local' as const, id }
  for (const { status } of [
    await call(listDuplicates, { params, query: {} }, admin),
    await call(leadFacets, { params, body: {} }, admin),
  ])
    if (status !== 200) throw new Error(`answered ${status}`)
}

/** Lists whose leads share a phone or a name, read and imported. */
export async function measureAlikeLeads(bench: BenchApp, size: number): Promise<Line[]> {
  const lines: Line[] = []
  const plain = await listOf(bench, size)
  await readList(bench, plain)
  const read = await seconds(() => readList(bench, plain))
  const imported = await seconds(() => importLeads(bench, size, `plain${size}x`))
  for (const shared of ['phone', 'name'] as const) {
    const list = await listOf(bench, size, shared)
    const own = await seconds(() => readList(bench, list))
    lines.push(skewed(`duplicates and facets of leads with one ${shared}`, size, own, read))
    const value = shared === 'phone' ? '+15035550000' : 'Acorn Bakery'
    const file = await seconds(() => importLeads(bench, size, `${shared}${size}x`, { [shared]: value }))
    lines.push(skewed(`import of leads with one ${shared}`, size, file, imported))
  }
  return lines
}

/** A domain that all leads of a list share, read and suppressed, and a label that all have. */
export async function measureAlikeDomain(bench: BenchApp, size: number): Promise<Line[]> {
  const { call, admin } = bench
  const plain = await listOf(bench, size)
  const list = await listOf(bench, size, 'domain')
  await readList(bench, plain)
  const read = await seconds(() => readList(bench, plain))
  const own = await seconds(() => readList(bench, list))
  const label = await call(createLabel, { body: { name: `All ${size}` } }, admin)
  const selection = { filters: LeadFilters.parse({}) }
  const body = { selection, add: [label.body.data.id], remove: [] }
  const labelled = await seconds(() =>
    call(labelLeads, { params: { type: 'local', id: list }, body }, admin).then(expectOk),
  )
  const counted = await seconds(() => call(labels, {}, admin).then(expectOk))
  const hidden = await seconds(() =>
    call(addSuppressions, { body: { values: [`acorn${list}.example`] } }, admin).then(expectOk),
  )
  return [
    skewed('duplicates and facets of leads with one domain', size, own, read),
    growing('label counts, one label on all leads', size, counted, labelled),
    growing('suppression of a domain of all leads', size, hidden, labelled),
  ]
}

function expectOk({ status }: { status: number }): void {
  if (status >= 300) throw new Error(`answered ${status}`)
}

/** Leads of the list with custom fields. */
const LEADS = 5000

/** A list with many custom fields: the first page, and an import that fills all of them. */
export async function measureCustomFields(bench: BenchApp, size: number): Promise<Line[]> {
  const { call, admin } = bench
  const plain = await importLeads(bench, LEADS, `none${size}x`)
  const before = await seconds(() =>
    call(leads, { params: plain, body: { limit: 100 } }, admin).then(expectOk),
  )
  const imported = await seconds(() => importLeads(bench, LEADS, `few${size}x`))
  const columns: Record<string, string> = {}
  for (let at = 1; at <= size; at += 1) {
    const field = await call(createCustomField, { body: { label: `Field ${at}`, kind: 'text' } }, admin)
    // The fields of a smaller size are there already.
    if (field.status !== 201 && field.status !== 409) expectOk(field)
    columns[`Field ${at}`] = `value ${at}`
  }
  let list = plain
  const own = await seconds(async () => {
    list = await importLeads(bench, LEADS, `many${size}x`, columns)
  })
  const page = await seconds(() => call(leads, { params: list, body: { limit: 100 } }, admin).then(expectOk))
  return [
    lineOf('import with custom fields', { size, own, limit: imported, maxExponent: MAX_EXPONENT }),
    lineOf('page of leads with custom fields', { size, own: page, limit: before, maxExponent: MAX_EXPONENT }),
  ]
}
