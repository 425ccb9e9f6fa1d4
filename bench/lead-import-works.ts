import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { ended, upload } from '#server/testing/http-call.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, processorSeconds, seconds, watchMemory } from './measure.ts'

const COLUMNS = ['name', 'phone', 'website', 'email', 'street', 'city', 'region', 'country'] as const
const CITIES = ['Portland', 'Berlin', 'Lyon', 'Oslo', 'Porto', 'Gdansk', 'Osaka', 'Perth', 'Bath', 'Ulm']

/**
 * A file of this many businesses, each with a name, phone, street and website of its own, unless `same` has a value
 * for all of them, or a further column.
 */
function leadsCsv(rows: number, prefix: string, same: Record<string, string> = {}): Buffer {
  const columns = [...new Set([...COLUMNS, ...Object.keys(same)])]
  const lines = [columns.join(',')]
  for (let n = 1; n <= rows; n += 1) {
    const site = `${prefix}${n}.example`
    const values: Record<string, string> = {
      name: `${prefix} Works ${n}`,
      phone: `+1503${2_000_000 + n}`,
      website: `https://www.${site}/`,
      email: `info@${site}`,
      street: `${n} Long Street`,
      city: CITIES[n % CITIES.length] as string,
      region: `Region ${n % 20}`,
      country: 'US',
      ...same,
    }
    lines.push(columns.map((column) => values[column]).join(','))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** What the import writes (entities, their keys, leads and what undoes them), as six statements after `COPY`. Rolls back. */
async function sameSql(bench: BenchApp, file: Buffer): Promise<number> {
  const { accountId } = bench.admin
  const client = new pg.Client(bench.databaseUrl)
  await client.connect()
  await client.query('begin')
  const { rows } = await client.query(
    `insert into list (account_id, type, name) values ($1, 'local', 'Same SQL') returning id`,
    [accountId],
  )
  const listId = rows[0].id
  const time = await seconds(async () => {
    await client.query(
      `create temporary table given (${COLUMNS.map((name) => `${name} text`).join(', ')}) on commit drop`,
    )
    await pipeline(Readable.from([file]), client.query(copyFrom('copy given from stdin csv header')))
    await client.query(
      `insert into entity (account_id, list_type, entity_key)
        select $1, 'local', 'sql:' || website from given on conflict (account_id, list_type, entity_key) do nothing`,
      [accountId],
    )
    for (const alias of [
      `'sql at:' || name || '|' || street || '|' || city`,
      `'sql phone:' || name || '|' || phone`,
      `'sql placed:' || name || '|' || website || '|' || email || '|'`,
      `'sql placed:' || name || '|' || website || '|' || email || '|' || city`,
    ])
      await client.query(
        `insert into entity_alias (account_id, list_type, alias, entity_id)
          select $1, 'local', ${alias}, e.id from given g
          join entity e on e.account_id = $1 and e.list_type = 'local' and e.entity_key = 'sql:' || g.website
          on conflict do nothing`,
        [accountId],
      )
    await client.query(
      `with added as (
        insert into lead (account_id, list_id, entity_id, source, provenance, lead_status, domain, ${COLUMNS.join(', ')})
        select $1, $2, e.id, 'import', jsonb_build_object('default', jsonb_build_object('source', 'import', 'record', g.street)),
          'new', substring(website from '//www.([^/]*)'), ${COLUMNS.join(', ')} from given g
        join entity e on e.account_id = $1 and e.list_type = 'local' and e.entity_key = 'sql:' || g.website
        on conflict (account_id, list_id, entity_id) do nothing returning id)
      insert into lead_change (account_id, history_id, lead_id, before, after)
        select $1, -1, id, '{"is_deleted": true}', '{"is_deleted": false}' from added`,
      [accountId, listId],
    )
  })
  await client.query('rollback')
  await client.end()
  return time
}

/** Imports such a file into a new list. */
export async function importLeads(
  { admin, call, program }: BenchApp,
  rows: number,
  prefix: string,
  same?: Record<string, string>,
): Promise<{ type: 'local'; id: number }> {
  const upload_id = await upload(program.url, admin, leadsCsv(rows, prefix, same), 'leads.csv')
  const to = { new_list: `${prefix} of ${rows}`, type: 'local' as const }
  const { body } = await call(startLeadImport, { body: { upload_id, to } }, admin)
  const run = await ended(call, body.data.run.id, admin, 3_600_000)
  if (run.counts.imported !== rows) throw new Error(`imported ${JSON.stringify(run)}`)
  return { type: 'local', id: body.data.list.id }
}

/** A CSV file into a new list: checked, compared with the account's businesses, undoable; with the upload. */
export async function measureLeadImport(bench: BenchApp, size: number): Promise<Line[]> {
  const { program, databasePid } = bench
  const processor = () => processorSeconds(databasePid)
  const before = processor()
  const limit = await sameSql(bench, leadsCsv(size, `sql${size}x`))
  const limitProcessor = processor() - before
  const grown = watchMemory(program.pid)
  const start = { program: processorSeconds(program.pid), database: processor() }
  const own = await seconds(() => importLeads(bench, size, `own${size}x`))
  const used = [processorSeconds(program.pid) - start.program, processor() - start.database]
  const memory = grown()
  const ratio = own / limit
  return [
    {
      work: 'import into a list',
      size,
      ours: `${fixed(own, 2)} s`,
      limit: `${fixed(limit, 2)} s`,
      ratio,
      gate: '<= 4x, <= 120 MB',
      kept: ratio <= 4 && memory <= 120,
      note: `${fixed(size / own, 0)} rows/s, +${fixed(memory, 0)} MB, processor time of program ${fixed(used[0] as number)} s and database ${fixed(used[1] as number)} s, of the limit ${fixed(limitProcessor)} s`,
    },
  ]
}
