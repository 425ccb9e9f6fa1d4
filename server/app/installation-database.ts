import { type Env, EnvError } from '#server/platform/env.ts'
import type { Log } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'

/** The database of an installation, for as long as it is needed. */
export interface InstallationDatabase {
  url: string
  /** Stops the embedded one unless another process uses it; leaves one of DATABASE_URL alone. */
  stop(): Promise<void>
}

/** Starts the embedded database, joins the one that runs, or names the one of DATABASE_URL. */
export async function openInstallationDatabase(env: Env, log: Log): Promise<InstallationDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: env.dataDir, log })
}

/** Says which setting is at fault when a database of one's own cannot be used; the password is not repeated. */
export function databaseProblem(env: Env, error: Error): Error {
  if (!env.databaseUrl) return error
  if (!URL.canParse(env.databaseUrl))
    return new EnvError('DATABASE_URL is no address; write postgres://USER:PASSWORD@HOST:PORT/DATABASE')
  const { host, pathname } = new URL(env.databaseUrl)
  return new EnvError(`DATABASE_URL: the database ${host}${pathname} cannot be used: ${error.message}`)
}
