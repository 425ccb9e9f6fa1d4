import { packages } from '#contract/accounts/plans.ts'
import { subscriptions } from '#contract/accounts/subscriptions.ts'
import { kitTargets } from '#contract/admin/kit-rollouts.ts'
import { peopleToActAs } from '#contract/identity/log-in-as.ts'
import { createLabel, labels } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { accountClosing } from '#contract/privacy/account-closing.ts'
import { previewSuppression } from '#contract/privacy/suppression.ts'
import { type BenchApp, buildBenchApp } from './bench-app.ts'
import { type Line, lineOf, seconds } from './measure.ts'
import { seedAccounts, seedList } from './seed.ts'

/*
 * One account with very much: what its people wait for may not grow with it where the reply doesn't, and elsewhere not
 * faster than it.
 */

const LINEAR = 1.25
const CONSTANT = 0.3

interface Read {
  work: string
  call(): Promise<{ status: number }>
  maxExponent: number
}

/** Each read beside one pass over all rows in SQL. */
async function measureReads(
  { database }: BenchApp,
  size: number,
  pass: string,
  reads: Read[],
): Promise<Line[]> {
  const limit = await seconds(() => database.query(pass))
  const lines: Line[] = []
  for (const { work, call, maxExponent } of reads) {
    const answered = async () => {
      const { status } = await call()
      if (status !== 200) throw new Error(`${work}: answered ${status}`)
    }
    await answered()
    lines.push(lineOf(work, { size, own: await seconds(answered), limit, maxExponent }))
  }
  return lines
}

/** An account with this many leads in one list, all with one label. */
export async function measureLargeAccount(size: number): Promise<Line[]> {
  const bench = await buildBenchApp()
  try {
    const { call, admin, database } = bench
    const params = { type: 'local' as const, id: await seedList(database, admin.accountId, size) }
    const label = (await call(createLabel, { body: { name: 'All' } }, admin)).body.data.id
    await database.query(
      'insert into lead_label (account_id, lead_id, label_id) select account_id, id, $1 from lead',
      [label],
    )
    await database.query('vacuum analyze')
    return await measureReads(bench, size, 'select count(*) from lead where deleted_at is null', [
      {
        work: 'page of a large list',
        call: () => call(leads, { params, body: { limit: 100 } }, admin),
        maxExponent: CONSTANT,
      },
      {
        work: 'what closing a large account deletes',
        call: () => call(accountClosing, {}, admin),
        maxExponent: CONSTANT,
      },
      {
        work: 'label counts of a large account',
        call: () => call(labels, {}, admin),
        maxExponent: LINEAR,
      },
      {
        work: 'preview of a domain to suppress in a large account',
        call: () => call(previewSuppression, { body: { values: ['site77.example'] } }, admin),
        maxExponent: LINEAR,
      },
    ])
  } finally {
    await bench.close()
  }
}

/** A seller with this many customers. */
export async function measureLargeSeller(size: number): Promise<Line[]> {
  const bench = await buildBenchApp()
  try {
    const { call, admin, database } = bench
    await seedAccounts(database, admin.accountId, size)
    const pass = 'select count(*) from account a join app_user u on u.account_id = a.id'
    return await measureReads(bench, size, pass, [
      {
        work: 'customers of a large seller',
        call: () => call(subscriptions, { query: {} }, admin),
        maxExponent: LINEAR,
      },
      {
        work: 'packages of a large seller',
        call: () => call(packages, { query: {} }, admin),
        maxExponent: LINEAR,
      },
      {
        work: 'people below a large seller',
        call: () => call(peopleToActAs, { query: {} }, admin),
        maxExponent: LINEAR,
      },
      {
        work: 'accounts of a large seller for a kit',
        call: () => call(kitTargets, { query: {} }, admin),
        maxExponent: LINEAR,
      },
    ])
  } finally {
    await bench.close()
  }
}
