import type { Check } from '#contract/core/doctor.ts'
import { bindAuditKeys, createAuditKeys } from '#server/modules/core/audit/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/db/db.ts'
import { LimitedClient } from '#server/platform/db/limited-client.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import type { Env } from '#server/platform/env.ts'
import { silentLog } from '#server/platform/log.ts'
import { isItsKey } from '../check-secret-key.ts'
import { databaseMeasures } from '../watch/measures.ts'
import { checkPackages } from './check-packages.ts'
import { ok, problem, warning } from './checks.ts'

const OLDEST_POSTGRES = 15
/** Seconds. */
const CLOCK_OFF = 2
/** Due jobs wait for their turn; a run without a worker is taken over within seconds. */
const LONG_WAIT = 15 * 60
const LOST_FOR = 2 * 60
const DAY_AND_A_HALF = 36 * 3600

interface Facts {
  version: number
  name: string
  at: Date
  used: number
  max: number
}

async function readFacts({ pool }: Database): Promise<Facts> {
  const { rows } = await pool.query<Facts>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      clock_timestamp() as at, current_setting('max_connections')::int as max,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`)
  return rows[0] as Facts
}

function checkServer({ version, name, used, max }: Facts): Check {
  const message = `PostgreSQL ${name}, ${used} of ${max} connections used`
  if (version < OLDEST_POSTGRES * 10_000)
    return problem('database', message, `Update PostgreSQL to version ${OLDEST_POSTGRES} or later`)
  if (used > max * 0.8)
    return warning('database', message, 'Raise max_connections; each process holds up to 18 connections')
  return ok('database', message)
}

function checkClock(at: Date, requested: Date): Check {
  const off = Math.abs(at.getTime() - requested.getTime()) / 1000
  const message = `This machine and the database differ by ${off.toFixed(1)} seconds`
  return off > CLOCK_OFF
    ? problem('clock', message, 'Synchronize the clocks of all machines with NTP, such as systemd-timesyncd')
    : ok('clock', message)
}

async function checkMigrations({ db }: Database): Promise<Check> {
  const pending = await pendingMigrations(db)
  return pending.length > 0
    ? problem(
        'migrations',
        `${pending.length} migrations have not run`,
        'Start the server once: it runs them',
      )
    : ok('migrations', 'All migrations have run')
}

async function checkKey(url: string, secretKey: string): Promise<Check> {
  const client = new LimitedClient({ connectionString: url })
  await client.connect()
  try {
    if (await isItsKey(client, secretKey))
      return ok('secret key', 'SECRET_KEY opens what this database has sealed')
    return problem(
      'secret key',
      'SECRET_KEY is not the key this database was set up with',
      'Set it to the old key; without SECRET_KEY it is in the file secret-key of DATA_DIR',
    )
  } finally {
    await client.end()
  }
}

/** The sum of a metric over its labels. */
type Readings = Map<string, number>

const AFTER_MEASURES: { name: string; good: string; check(read: (name: string) => number): Check | null }[] =
  [
    {
      name: 'background work',
      good: 'No job or run waits longer than it should',
      check(read) {
        const [waiting, lost] = [read('queue_oldest_seconds{state=waiting}'), read('runs_lost_seconds')]
        const longest = Math.max(waiting > LONG_WAIT ? waiting : 0, lost > LOST_FOR ? lost : 0)
        return longest > 0
          ? problem(
              'background work',
              `A job or run has waited for ${Math.floor(longest / 60)} minutes`,
              'Check that a process with ROLES=worker runs, and its log',
            )
          : null
      },
    },
    {
      name: 'mail queue',
      good: 'No email failed within a day',
      check: (read) =>
        read('mails{state=failed}') > 0
          ? warning(
              'mail queue',
              `${read('mails{state=failed}')} emails of the last day were not delivered`,
              'The reason of each is under Platform, Sent emails',
            )
          : null,
    },
    {
      name: 'ledger',
      good: 'Balances and transactions agree',
      check: (read) =>
        read('ledger_drift_credits') !== 0 || read('ledger_wrong_accounts') > 0
          ? problem(
              'ledger',
              `${read('ledger_wrong_accounts')} accounts have a balance that differs from their transactions`,
              'Make a backup now and report this: it is a bug in the program',
            )
          : null,
    },
    {
      name: 'audit log',
      good: 'The last check of the audit log found nothing changed',
      check(read) {
        if (read('audit_broken') > 0)
          return problem(
            'audit log',
            'The audit log was changed',
            'Run leadwright audit verify: it names the entry',
          )
        return read('audit_verified_seconds') > DAY_AND_A_HALF
          ? warning(
              'audit log',
              'The audit log was not checked last night',
              'Check that ROLES=scheduler and worker run',
            )
          : null
      },
    },
  ]

async function checkWork({ db }: Database): Promise<Check[]> {
  const readings: Readings = new Map()
  const largest = (name: string, value: number) =>
    readings.set(name, Math.max(value, readings.get(name) ?? 0))
  for (const measure of Object.values(databaseMeasures(db)))
    for (const { name, values } of await measure())
      for (const { labels, value } of values) {
        largest(name, Math.abs(value))
        if (labels?.state) largest(`${name}{state=${labels.state}}`, Math.abs(value))
      }
  const read = (name: string) => readings.get(name) ?? 0
  return AFTER_MEASURES.map(({ name, good, check }) => check(read) ?? ok(name, good))
}

/** Checks of the database and its contents. @throws the driver's error when it is down */
export async function checkDatabase(
  url: string,
  { secretKey, auditKeys }: Pick<Env, 'secretKey' | 'auditKeys'>,
): Promise<Check[]> {
  const database = openDatabase(url, { log: silentLog(), max: 2, name: 'doctor' })
  bindAuditKeys(database.db, createAuditKeys(auditKeys))
  try {
    // The first query opens the connection, which takes a while.
    await readFacts(database)
    const requested = systemClock.now()
    const facts = await readFacts(database)
    const checks = [checkServer(facts), checkClock(facts.at, requested), await checkMigrations(database)]
    if (checks.some(({ status }) => status === 'problem')) return checks
    return [
      ...checks,
      await checkKey(url, secretKey),
      ...(await checkWork(database)),
      await checkPackages(database.db),
    ]
  } finally {
    await database.close()
  }
}
