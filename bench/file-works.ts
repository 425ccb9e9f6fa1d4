import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { exportList } from '#contract/core/files.ts'
import { generatePlacesCsv } from '#server/testing/generated-places.ts'
import { ended, startedImport } from '#server/testing/http-call.ts'
import type { BenchApp } from './bench-app.ts'
import { fixed, type Line, seconds, watchMemory } from './measure.ts'
import { seedList } from './seed.ts'

const COLUMNS = [
  'name',
  'category',
  'phone',
  'website',
  'domain',
  'email',
  'street',
  'city',
  'region',
  'country',
]
const TARGET =
  'id text primary key, name text, category text, street text, city text, state text, postal_code text, country text, phone text, website text, lat float8, lon float8'

/** What `\copy` does, with formulas escaped in SQL. */
async function copyOut(bench: BenchApp, listId: number): Promise<void> {
  const client = new pg.Client(bench.databaseUrl)
  await client.connect()
  const cells = COLUMNS.map(
    (name) =>
      `case when ${name} ~ '^[=+@\\t\\r\\n-]' and ${name} !~ '^[+-]?[0-9.]+$' then '''' || ${name} else ${name} end`,
  )
  const query = `copy (select ${cells.join(', ')} from lead where account_id = ${bench.admin.accountId} and list_id = ${listId}
    and deleted_at is null order by id) to stdout csv header`
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(client.query(copyTo(query)), sink)
  await client.end()
}

async function exportOut(bench: BenchApp, listId: number): Promise<{ first: number; total: number }> {
  const { body } = await bench.call(exportList, { body: { list_id: listId, columns: COLUMNS } }, bench.admin)
  const start = performance.now()
  const response = await fetch(bench.program.url + body.data.url)
  let first = 0
  for await (const _chunk of response.body as ReadableStream<Uint8Array>) first ||= performance.now() - start
  return { first, total: (performance.now() - start) / 1000 }
}

/** B: a list as CSV. */
export async function measureExport(bench: BenchApp, size: number): Promise<Line[]> {
  const listId = await seedList(bench.database, bench.admin.accountId, size)
  await bench.database.query('analyze lead')
  await exportOut(bench, listId)
  const limits: number[] = []
  const owns: { first: number; total: number }[] = []
  const grown = watchMemory(bench.program.pid)
  for (let round = 0; round < 3; round += 1) {
    limits.push(await seconds(() => copyOut(bench, listId)))
    owns.push(await exportOut(bench, listId))
  }
  const memory = grown()
  const limit = Math.min(...limits)
  const own = Math.min(...owns.map((item) => item.total))
  const first = Math.min(...owns.map((item) => item.first))
  const ratio = own / limit
  return [
    {
      work: 'export',
      size,
      ours: `${fixed(own, 2)} s`,
      limit: `${fixed(limit, 2)} s`,
      ratio,
      gate: '<= 2x, <= 50 MB, first byte <= 100 ms',
      kept: ratio <= 2 && memory <= 50 && first <= 100,
      note: `+${fixed(memory, 0)} MB, first byte ${fixed(first, 0)} ms`,
    },
  ]
}

async function copyIn(bench: BenchApp, file: Buffer): Promise<number> {
  const client = new pg.Client(bench.databaseUrl)
  await client.connect()
  await client.query(`drop table if exists bench_copy; create table bench_copy (${TARGET})`)
  const time = await seconds(() =>
    pipeline(Readable.from([file]), client.query(copyFrom('copy bench_copy from stdin csv header'))),
  )
  await client.end()
  return time
}

/** The rows of `copyIn` written to the corpus by one statement: the cost of its indexes alone. Rolls back. */
async function insertPlaces(bench: BenchApp): Promise<number> {
  const client = new pg.Client(bench.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query(`insert into corpus_source (name, licence) values ('bench sql', 'CC0')`)
  const time = await seconds(() =>
    client.query(
      `insert into corpus_place (source_id, source_key, entity_key, licence, name, category, street, city, region, postal_code, country,
        phone, website, domain, lat, lon)
      select s.id, b.id, 'bench sql:' || b.id, 'CC0', b.name, 'craft/brewery', street, city, state, postal_code, country, phone, website,
        substring(website from '//www.([^/]*)'), lat, lon from bench_copy b cross join corpus_source s where s.name = 'bench sql'`,
    ),
  )
  await client.query('rollback')
  await client.end()
  return time
}

/** Leaves the corpus with one source of as many rows, so that each size is compared with as much of its own kind. */
async function prepareCorpus(bench: BenchApp, size: number): Promise<void> {
  await bench.database.query('truncate corpus_source cascade')
  const file = Buffer.from([...generatePlacesCsv({ rows: size, prefix: `other${size}-` })].join(''))
  const { body } = await startedImport(bench.program.url, bench.admin, file, { source: `other ${size}` })
  await ended(bench.call, body.data.id, bench.admin, 3_600_000)
}

/**
 * C: a CSV file into the corpus, validated, normalized, compared with another source as large and searchable,
 * including the upload.
 */
export async function measureImport(bench: BenchApp, size: number): Promise<Line[]> {
  await prepareCorpus(bench, size)
  const file = Buffer.from(
    [...generatePlacesCsv({ rows: size, prefix: `bench${size}-`, raggedEvery: 1000 })].join(''),
  )
  const clean = Buffer.from([...generatePlacesCsv({ rows: size })].join(''))
  const limit = Math.min(await copyIn(bench, clean), await copyIn(bench, clean))
  const grown = watchMemory(bench.program.pid)
  const own = await seconds(async () => {
    const { body } = await startedImport(bench.program.url, bench.admin, file, { source: `bench ${size}` })
    const run = await ended(bench.call, body.data.id, bench.admin, 3_600_000)
    if (run.counts.imported !== size - Math.floor(size / 1000))
      throw new Error(`imported ${JSON.stringify(run)}`)
  })
  const memory = grown()
  const written = await insertPlaces(bench)
  const ratio = own / written
  return [
    {
      work: 'import',
      size,
      ours: `${fixed(own, 2)} s`,
      limit: `${fixed(limit, 2)} s`,
      ratio: own / limit,
      gate: '',
      kept: true,
      note: `${fixed(size / own, 0)} rows/s; limit: COPY alone, into a table without indexes`,
    },
    {
      work: 'import, against SQL into the same table',
      size,
      ours: `${fixed(own, 2)} s`,
      limit: `${fixed(written, 2)} s`,
      ratio,
      gate: '<= 6x, <= 120 MB',
      kept: ratio <= 6 && memory <= 120,
      note: `+${fixed(memory, 0)} MB; the SQL compares nothing with the other source`,
    },
  ]
}

/** Linking with other sources: a file whose every place exists in another source. */
export async function measureLinks(bench: BenchApp, size: number): Promise<Line[]> {
  const file = Buffer.from([...generatePlacesCsv({ rows: size, prefix: `duplicate${size}-` })].join(''))
  const importPlaces = (source: string) =>
    seconds(async () => {
      const { body } = await startedImport(bench.program.url, bench.admin, file, { source })
      await ended(bench.call, body.data.id, bench.admin, 3_600_000)
    })
  const first = await importPlaces(`left ${size}`)
  const second = await importPlaces(`right ${size}`)
  const { rows } = await bench.database.query(
    `select count(distinct entity_key)::int as entities from corpus_place where source_key like $1`,
    [`duplicate${size}-%`],
  )
  if (rows[0].entities !== size) throw new Error(`${rows[0].entities} entities of ${size}`)
  return [
    {
      work: 'import, every place linked to its like',
      size,
      ours: `${fixed(second, 2)} s`,
      limit: `${fixed(first, 2)} s`,
      ratio: second / first,
      gate: '<= 2x',
      kept: second / first <= 2,
      note: 'limit: the same file as the first source',
    },
  ]
}
