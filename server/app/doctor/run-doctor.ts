import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, DoctorReport } from '#contract/core/doctor.ts'
import { within } from '#server/platform/clock.ts'
import { type Env, EnvError, readEnv } from '#server/platform/env.ts'
import { silentLog } from '#server/platform/log.ts'
import { readLoopback } from '#server/platform/net/read-loopback.ts'
import { RELEASE } from '#server/platform/release.ts'
import { databaseProblem, openInstallationDatabase } from '../installation-database.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolders } from './check-folders.ts'
import { checkConfiguration, checkVersions } from './check-machine.ts'
import { checkDns, checkMail } from './check-outside.ts'
import { ok, problem, warning } from './checks.ts'

type Variables = Record<string, string | undefined>

const NEW = 'There is no database yet'
/** All checks of a database; they take seconds on a large one. */
const DATABASE_MS = 45_000

/** Starts or joins the installation's database and checks it; creates none. */
async function inspectDatabase(env: Env, databaseMs: number): Promise<Check[]> {
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'pg', 'cluster')))
    return [
      warning('database', `${NEW} in ${env.dataDir}`, 'Run npm start, or set DATA_DIR to the data folder'),
    ]
  try {
    const database = await openInstallationDatabase(env, silentLog())
    try {
      const checks = await within(databaseMs, checkDatabase(database.url, env))
      if (checks !== 'late') return checks
      throw new Error(`the database has not answered all questions within ${databaseMs / 1000} seconds`)
    } finally {
      await database.stop()
    }
  } catch (error) {
    const { message } = databaseProblem(env, error as Error)
    const remedy = env.databaseUrl
      ? 'Check DATABASE_URL, and that the server is running and accepts connections from this machine'
      : `The log of the embedded database is in ${join(env.dataDir, 'pg')}`
    return [problem('database', message, remedy)]
  }
}

/** Whether this machine's server is running and ready. A stopped one is no error. */
async function checkServer({ port, observe }: Env): Promise<Check> {
  const at = observe.metricsPort ?? port
  try {
    const { status, body } = await readLoopback(at, '/readyz')
    if (status === 200) return ok('server', `The server is ready (port ${at})`)
    return problem('server', `The server is not ready: ${body.message}`, 'See its log for details')
  } catch {
    return warning('server', `No server answers on port ${at} of this machine`, 'Start it with npm start')
  }
}

async function checkAll(env: Env, databaseMs: number): Promise<Check[]> {
  return [
    ...checkConfiguration(env),
    ...(await checkFolders(env)),
    ...(await inspectDatabase(env, databaseMs)),
    await checkServer(env),
    await checkMail(env),
    await checkDns(env),
  ]
}

function configured(variables?: Variables): { env: Env } | { check: Check } {
  try {
    return { env: readEnv(variables) }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return {
      check: problem(
        'configuration',
        error.message,
        'Correct this setting; docs/operating.md describes all of them',
      ),
    }
  }
}

/** Checks the installation of the environment (or `variables`), and says what to do about problems. */
export async function runDoctor(
  variables?: Variables,
  { databaseMs = DATABASE_MS } = {},
): Promise<DoctorReport> {
  const found = configured(variables)
  const checks = [
    checkVersions(),
    ...('env' in found ? await checkAll(found.env, databaseMs) : [found.check]),
  ]
  return { ok: checks.every(({ status }) => status !== 'problem'), version: RELEASE, checks }
}
