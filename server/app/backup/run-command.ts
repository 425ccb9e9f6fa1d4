import { type Env, EnvError, readEnv } from '#server/platform/env.ts'
import { createLog } from '#server/platform/log.ts'
import { onStopRequest } from '#server/platform/parent-watch.ts'
import { EmbeddedPostgresError } from '#server/platform/postgres/postgres-error.ts'
import { databaseProblem, openInstallationDatabase } from '../installation-database.ts'
import { BackupError, type BackupReport } from './backup-format.ts'

/** What the command works on. */
export interface CommandInstallation {
  file: string
  databaseUrl: string
  dataDir: string
  secretKey: string
  signal: AbortSignal
}

type Command = (installation: CommandInstallation) => Promise<BackupReport>

const isKnown = (error: unknown): boolean =>
  error instanceof BackupError || error instanceof EnvError || error instanceof EmbeddedPostgresError

/** A connection that was refused or a sign-in that failed is a matter of DATABASE_URL. */
const isOfConnecting = (error: unknown): error is Error =>
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D)/.test(String((error as { code?: unknown } | null)?.code))

async function onDatabase(
  command: Command,
  env: Env,
  file: string,
  signal: AbortSignal,
): Promise<BackupReport> {
  const database = await openInstallationDatabase(
    env,
    createLog(env.logLevel === 'info' ? 'warn' : env.logLevel),
  )
  try {
    const { dataDir, secretKey } = env
    return await command({ file, databaseUrl: database.url, dataDir, secretKey, signal })
  } catch (error) {
    throw isOfConnecting(error) ? databaseProblem(env, error) : error
  } finally {
    await database.stop()
  }
}

/**
 * Runs a command of the operator on the installation that the environment names: its report, or what is wrong, is
 * one line of JSON on standard output.
 */
export async function runCommand(command: Command, ready: (env: Env) => void = () => {}): Promise<void> {
  const stopping = new AbortController()
  const answer = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
  const work = async (): Promise<void> => {
    const file = process.argv[2]
    if (!file) throw new BackupError('Name a file')
    const env = readEnv()
    ready(env)
    answer({ report: await onDatabase(command, env, file, stopping.signal) })
  }
  const ended = work().catch((error: Error) => {
    process.exitCode = 1
    if (stopping.signal.aborted) answer({ error: 'Stopped: nothing was written' })
    else answer({ error: isKnown(error) ? error.message : (error.stack ?? error.message) })
  })
  onStopRequest(async () => {
    stopping.abort()
    await ended
    process.exit()
  })
  await ended
  // Nothing is left to do; a listener for signals must not keep the process.
  process.exit()
}
