import { randomBytes } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { BackupError } from '#server/app/backup/backup-format.ts'
import { isEmptyInstallation, restoreBackup } from '#server/app/backup/restore-backup.ts'
import { withBackupFile } from '#server/app/backup/with-backup-file.ts'
import { DistributeError } from '#server/app/distribute/distribute.ts'
import { databaseProblem, openInstallationDatabase } from '#server/app/installation-database.ts'
import { prepareDatabase } from '#server/app/prepare-database.ts'
import type { RunningApp } from '#server/app/start.ts'
import { startApp } from '#server/app/start.ts'
import { createFirstAdmin } from '#server/modules/accounts/accounts/index.ts'
import { sleep } from '#server/platform/clock.ts'
import { collectGarbage } from '#server/platform/collect-garbage.ts'
import { NewerSchemaError } from '#server/platform/db/migrate.ts'
import { type Env, EnvError, readEnv } from '#server/platform/env.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { onStopRequest } from '#server/platform/parent-watch.ts'
import { EmbeddedPostgresError } from '#server/platform/postgres/postgres-error.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import { StorageError } from '#server/platform/storage/storage.ts'

/** Standard output is for the person who typed the command; everything else goes to the log. */
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
// Whoever read it may be gone, and its disk may be full: no reason to end.
process.stdout.on('error', () => {})

/** A service's output is collected with its log, of which every line is a JSON object. */
const isForPrograms = ({ production }: Env): boolean => production && !process.stdout.isTTY

/** Creates the first admin and says how to sign in; later starts print nothing. */
async function firstAdmin(app: RunningApp, env: Env): Promise<void> {
  const password = env.adminPassword ?? randomBytes(9).toString('base64url')
  const email = await createFirstAdmin(app.ctx, { email: env.adminEmail, password })
  if (!email) return
  if (isForPrograms(env)) {
    print(
      JSON.stringify({
        msg: 'first sign-in',
        email,
        ...(!env.adminPassword && { first_password: password }),
      }),
    )
    return
  }
  print('')
  print('First sign-in')
  print(`  email     ${email}`)
  print(`  password  ${env.adminPassword ? '(the one in ADMIN_PASSWORD)' : password}`)
  print('')
}

/** A server killed a moment ago may still hold the port. */
async function listen(app: RunningApp, env: Env): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await app.http.listen({ port: env.port, host: env.host })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE' || tries >= 20) throw error
      await sleep(250)
    }
  }
}

async function prepare(env: Env, databaseUrl: string): Promise<void> {
  try {
    await prepareDatabase({ ...env, databaseUrl })
  } catch (error) {
    if (error instanceof EnvError || error instanceof DistributeError) throw error
    throw databaseProblem(env, error as Error)
  }
}

/**
 * The first start fills an installation without accounts from RESTORE_FROM; later ones ignore it.
 * @returns the environment, with the key of the backup
 */
async function restoreFirst(env: Env, url: string, log: Log): Promise<Env> {
  const { restoreFrom, backupPassphrase: passphrase } = env
  if (restoreFrom === undefined || !(await isEmptyInstallation(url))) return env
  const report = await withBackupFile(restoreFrom, env, (file) =>
    restoreBackup({ ...env, file, databaseUrl: url, ...(passphrase && { passphrase }) }),
  )
  log.info(report, 'restored')
  return readEnv()
}

async function main(): Promise<void> {
  const given = readEnv()
  const log = createLog(given.logLevel)
  const db = await openInstallationDatabase(given, log)
  try {
    const env = await restoreFirst(given, db.url, log)
    await prepare(env, db.url)
    await serve(env, log, db)
  } catch (error) {
    // A failed start leaves nothing running.
    await db.stop().catch(() => {})
    throw error
  }
}

async function serve(env: Env, log: Log, db: { url: string; stop(): Promise<void> }): Promise<void> {
  const app = await startApp({ ...env, databaseUrl: db.url, log })
  onStopRequest(async (reason) => {
    log.info({ reason }, 'stopping')
    await app.close()
    await db.stop()
  })
  await firstAdmin(app, env)
  // Where NODE_COMPILE_CACHE names a folder: a killed program would otherwise leave no cache.
  flushCompileCache()
  // An idle server would keep the garbage of its start.
  collectGarbage()
  if (env.tlsAskPort !== undefined) await app.tlsAsk.listen({ port: env.tlsAskPort, host: '127.0.0.1' })
  const { metricsPort } = env.observe
  if (metricsPort !== undefined) await app.probes.listen({ port: metricsPort, host: env.host })
  const address = env.roles.has('web') ? await listen(app, env) : null
  const url = address && (env.publicUrl ?? address)
  if (isForPrograms(env)) print(JSON.stringify({ msg: 'ready', ...(url && { url }) }))
  else print(url ? `ready ${url}` : 'ready')
}

function formatError(error: Error): string {
  if (
    [BackupError, DistributeError, EnvError, EmbeddedPostgresError, NewerSchemaError, StorageError].some(
      (kind) => error instanceof kind,
    )
  )
    return error.message
  if ((error as { code?: string }).code === 'EADDRINUSE')
    return `${error.message}. Stop the other program or set PORT.`
  if (isDiskFull(error)) return `${error.message}. Free some space on that disk and start again.`
  return error.stack ?? String(error)
}

main().catch((error) => {
  process.stderr.write(`${formatError(error)}\n`)
  process.exit(1)
})
