import pg from 'pg'
import { LimitedClient, LONG_SILENCE_MS } from '#server/platform/db/limited-client.ts'
import type { Env } from '#server/platform/env.ts'
import {
  type Counter,
  type ForeignKey,
  findCounters,
  findForeignKeys,
  findObstacles,
  findPlaces,
  findServers,
  type Place,
} from './catalog.ts'

/** Why a database cannot be distributed; the message says what to do. */
export class DistributeError extends Error {}

/** @throws DistributeError for the embedded database, which is always one server */
export function requireServer({ databaseUrl }: Pick<Env, 'databaseUrl'>): void {
  if (!databaseUrl)
    throw new DistributeError(
      'The embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster',
    )
}

/** How many tables are distributed by account, replicated to every server, and left on the coordinator. */
export interface DistributeReport {
  distributed: number
  reference: number
  local: number
}

/** Row of `installation` that stores dropped foreign keys and id positions while tables move. */
const DROPPED_KEYS_ROW = 'distribute_away'
/** All others are colocated with it, so that rows of one account are on one server. */
const COLOCATION_TABLE = 'list'
const quoted = pg.escapeIdentifier
const table = (name: string) => `public.${quoted(name)}`

const countPlaces = (places: readonly Place[], kind: Place['is']) =>
  places.filter(({ is }) => is === kind).length

async function makeReport(client: pg.ClientBase): Promise<DistributeReport> {
  const places = await findPlaces(client)
  return {
    distributed: countPlaces(places, 'distributed'),
    reference: countPlaces(places, 'reference'),
    local: countPlaces(places, 'local'),
  }
}

/** Runs `work` in a transaction that processes one server after the other, as tables with foreign keys need. */
async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** What is restored once all tables have moved. */
interface DroppedKeys {
  keys: ForeignKey[]
  /** A table added to the cluster gets new identity columns, which would start at 1. */
  counters: Counter[]
}

async function findDropped(client: pg.ClientBase): Promise<DroppedKeys | null> {
  const { rows } = await client.query('select value from installation where name = $1', [DROPPED_KEYS_ROW])
  return rows[0] ? JSON.parse(rows[0].value) : null
}

/** Drops foreign keys of tables that move and records them in the same transaction, so that a kill loses none. */
async function dropForeignKeys(client: pg.ClientBase, moving: readonly Place[]): Promise<void> {
  await inTransaction(client, async () => {
    const names = moving.map(({ name }) => name)
    const keys = await findForeignKeys(client, names)
    const before = await findDropped(client)
    const dropped: DroppedKeys = {
      keys: [...(before?.keys ?? []), ...keys],
      counters: before?.counters ?? (await findCounters(client)),
    }
    await client.query(
      'insert into installation (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [DROPPED_KEYS_ROW, JSON.stringify(dropped)],
    )
    for (const { on, name } of keys)
      await client.query(`alter table ${table(on)} drop constraint ${quoted(name)}`)
  })
}

async function restoreKey(client: pg.ClientBase, { name, on, rule }: ForeignKey): Promise<void> {
  const { rows } = await client.query(
    'select from pg_constraint where conname = $1 and conrelid = $2::regclass',
    [name, table(on)],
  )
  if (rows.length > 0) return
  await inTransaction(client, async () => {
    await client.query(`alter table ${table(on)} add constraint ${quoted(name)} ${rule}`)
  })
}

/** Restores the recorded keys, each with its mark; Citus checks the rows. */
async function restoreForeignKeys(client: pg.ClientBase): Promise<void> {
  const dropped = await findDropped(client)
  if (!dropped) return
  for (const key of dropped.keys) await restoreKey(client, key)
  for (const { table: on, column, next } of dropped.counters)
    await client.query(
      `select setval(s.name, greatest($3::bigint, nextval(s.name)), false)
        from (select pg_get_serial_sequence($1, $2)::regclass as name) s`,
      [table(on), column, next],
    )
  await client.query('delete from installation where name = $1', [DROPPED_KEYS_ROW])
}

async function move(client: pg.ClientBase, { name, wanted }: Place): Promise<void> {
  const beside = name === COLOCATION_TABLE ? '' : ", colocate_with => 'public.list'"
  const sql =
    wanted === 'reference'
      ? 'select create_reference_table($1)'
      : `select create_distributed_table($1, 'account_id'${beside})`
  try {
    await inTransaction(client, async () => {
      await client.query(sql, [table(name)])
      // Leftover copies would stay on the coordinator's disk forever, invisible.
      await client.query('select truncate_local_data_after_distributing_table($1)', [table(name)])
    })
  } catch (error) {
    throw new DistributeError(
      `The table ${name} could not be moved: ${(error as Error).message}. Its rows were not changed. Fix this and run leadwright distribute again: it continues from there`,
      { cause: error },
    )
  }
}

async function refuseInUse(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`
    select from pg_stat_activity where datname = current_database() and application_name in ('app', 'queue', 'live-bus')`)
  if (rows.length > 0)
    throw new DistributeError(
      'Leadwright is running on this database. Stop every process, run this again, and start them',
    )
}

/** Rows of one transaction may go to several servers, one after the other; rare cross-account queries may join anywhere. */
export const CLUSTER_SETTINGS = [
  "citus.multi_shard_modify_mode to 'sequential'",
  'citus.enable_repartition_joins to on',
]

async function setUp(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  for (const setting of CLUSTER_SETTINGS)
    await client.query(`alter database ${quoted(rows[0]?.name ?? '')} set ${setting}`)
}

async function spread(client: pg.ClientBase): Promise<DistributeReport> {
  const places = await findPlaces(client)
  const obstacles = await findObstacles(client, places)
  if (obstacles.length > 0) throw new DistributeError(`${obstacles.join('. ')}. Nothing was changed`)
  const moving = places.filter(({ wanted, is }) => wanted !== is && wanted !== 'local')
  if (moving.length > 0) {
    await dropForeignKeys(client, moving)
    const inOrder = [
      ...moving.filter(({ wanted }) => wanted === 'reference'),
      ...moving.filter(({ name }) => name === COLOCATION_TABLE),
      ...moving.filter(({ name, wanted }) => wanted === 'distributed' && name !== COLOCATION_TABLE),
    ]
    for (const place of inOrder) await move(client, place)
  }
  await restoreForeignKeys(client)
  await setUp(client)
  return makeReport(client)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new LimitedClient({
    connectionString: url,
    application_name: 'distribute',
    silenceMs: LONG_SILENCE_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // Two concurrent runs would mistake each other's keys for missing.
    await client.query("select pg_advisory_lock(hashtext('distribute'))")
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Distributes a database over the servers of its Citus cluster, as the table manifest says. Distributed tables
 * stay, and after a kill the next call continues.
 * @throws DistributeError without a cluster, when it is in use, or naming what cannot be moved
 */
export const distribute = (url: string): Promise<DistributeReport> =>
  withClient(url, async (client) => {
    const { isInstalled, servers } = await findServers(client)
    if (!isInstalled)
      throw new DistributeError(
        'The citus extension is missing in this database. Install Citus on every server, run create extension citus, and add the servers with citus_add_node',
      )
    if (servers === 0)
      throw new DistributeError(
        'No server can store rows yet. Add one with select citus_add_node(HOST, PORT)',
      )
    await refuseInUse(client)
    return spread(client)
  })

/**
 * After a migration of a distributed database: moves new tables, and completes an interrupted move. Ignores
 * other databases.
 */
export const distributeNew = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    if (!(await findServers(client)).isInstalled) return
    const { rows } = await client.query('select from pg_dist_partition where logicalrelid = $1::regclass', [
      table(COLOCATION_TABLE),
    ])
    // Missing foreign keys are those of an interrupted move.
    if (rows.length > 0 || (await findDropped(client))) await spread(client)
  })
