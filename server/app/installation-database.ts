import { type Env, EnvError } from '#server/platform/env.ts'
import type { Log } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'

/** An installation's database, for as long as it is needed. */
export interface InstallationDatabase {
  url: string
  /** Stops the embedded one unless another process uses it; leaves one of DATABASE_URL running. */
  stop(): Promise<void>
}

/** Starts the embedded database, joins a running one, or uses DATABASE_URL. */
export async function openInstallationDatabase(env: Env, log: Log): Promise<InstallationDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: env.dataDir, log })
}

/** An error about DATABASE_URL, without its password, if that is the cause. */
export function databaseProblem(env: Env, error: Error): Error {
  if (!env.databaseUrl) return error
  if (!URL.canParse(env.databaseUrl))
    return new EnvError('DATABASE_URL is not a valid URL; write postgres://USER:PASSWORD@HOST:PORT/DATABASE')
  const { host, pathname } = new URL(env.databaseUrl)
  return new EnvError(`DATABASE_URL: can’t use the database ${host}${pathname}: ${error.message}`)
}
