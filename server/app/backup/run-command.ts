import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NewerSchemaError } from '#server/platform/db/migrate.ts'
import { type Env, EnvError, readEnv } from '#server/platform/env.ts'
import { createLog } from '#server/platform/log.ts'
import { onStopRequest } from '#server/platform/parent-watch.ts'
import { EmbeddedPostgresError } from '#server/platform/postgres/postgres-error.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import { StorageError } from '#server/platform/storage/storage.ts'
import { DistributeError } from '../distribute/distribute.ts'
import { databaseProblem, openInstallationDatabase } from '../installation-database.ts'
import { BackupError } from './backup-format.ts'

export interface CommandInstallation {
  /** The argument of the command: a file, an account. */
  argument: string
  /** Options of the command, each a word. */
  flags: ReadonlySet<string>
  databaseUrl: string
  dataDir: string
  secretKey: string
  auditKeys: [string, ...string[]]
  /** Of backups. */
  passphrase: string | undefined
  fileBucket: Env['fileBucket']
  /** Where nightly backups are; undefined where none are made. */
  backups: Env['backups']
  signal: AbortSignal
}

type Command = (installation: CommandInstallation) => Promise<object>

const isKnown = (error: unknown): boolean =>
  [BackupError, DistributeError, EnvError, EmbeddedPostgresError, NewerSchemaError, StorageError].some(
    (kind) => error instanceof kind,
  )

/** The text to print for a failure: its message if it has one, else all details. */
function formatError(error: Error): string {
  if (isKnown(error)) return error.message
  if (isDiskFull(error))
    return `There is no space left on the disk (${error.message}). Free some space and try again`
  return error.stack ?? error.message
}

/** Refused connections and failed sign-ins point to DATABASE_URL. */
const isConnectionProblem = (error: unknown): error is Error =>
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(String((error as { code?: unknown } | null)?.code))

async function onDatabase(
  command: Command,
  env: Env,
  argument: string,
  signal: AbortSignal,
): Promise<object> {
  const database = await openInstallationDatabase(
    env,
    createLog(env.logLevel === 'info' ? 'warn' : env.logLevel),
  )
  try {
    const { dataDir, secretKey, auditKeys, backups, backupPassphrase: passphrase, fileBucket } = env
    const flags = new Set(process.argv.slice(3))
    const given = { flags, secretKey, auditKeys, passphrase, backups, fileBucket }
    return await command({ argument, databaseUrl: database.url, dataDir, ...given, signal })
  } catch (error) {
    throw isConnectionProblem(error) ? databaseProblem(env, error) : error
  } finally {
    await database.stop()
  }
}

/** @throws BackupError where a start would create an empty installation */
export function requireInstallation({ databaseUrl, dataDir }: Env): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'pg', 'cluster')))
    throw new BackupError(`There is no installation in ${dataDir}. Set DATA_DIR to its data folder`)
}

/**
 * Runs an operator's command on the installation of the environment and prints its report, or the problem, as one
 * line of JSON on standard output.
 */
export async function runCommand(command: Command, ready: (env: Env) => void = () => {}): Promise<void> {
  const stopping = new AbortController()
  const answer = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
  const work = async (): Promise<void> => {
    const argument = process.argv[2]
    if (!argument) throw new BackupError('Add the argument that the command needs')
    const env = readEnv()
    ready(env)
    answer({ report: await onDatabase(command, env, argument, stopping.signal) })
  }
  const ended = work().catch((error: Error) => {
    process.exitCode = 1
    if (stopping.signal.aborted) answer({ error: 'Stopped: nothing was written' })
    else answer({ error: formatError(error) })
  })
  onStopRequest(async () => {
    stopping.abort()
    await ended
    process.exit()
  })
  await ended
  // The listeners for signals would keep the process running.
  process.exit()
}
