import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, USE_DATABASE_URL } from './postgres-error.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

/** File with our settings in the cluster folder; rewritten at every start. */
export const SETTINGS_FILE = 'leadwright.conf'

/** The stored password of the cluster, created on first use (mode 600). */
export function clusterPassword(layout: ClusterLayout): string {
  if (!existsSync(layout.passwordFile)) {
    // A full disk must not leave an empty password for the next start.
    const building = `${layout.passwordFile}.new`
    writeFileSync(building, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(building, layout.passwordFile)
  }
  return readFileSync(layout.passwordFile, 'utf8')
}

/**
 * Creates the cluster unless it exists. It is built in a neighbouring folder and renamed, so a half-built cluster is
 * never used.
 * @throws EmbeddedPostgresError with the output of initdb
 */
export async function createCluster(
  layout: ClusterLayout,
  programs: PostgresPrograms,
  options: { throwaway: boolean },
): Promise<void> {
  const building = `${layout.cluster}.new`
  rmSync(building, { recursive: true, force: true })
  const result = await programs.initdb([
    ...['-D', building, '-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8'],
    // The built-in provider sorts and folds case the same on every machine, whatever its C library.
    ...['--locale-provider=builtin', '--auth=scram-sha-256', `--pwfile=${layout.passwordFile}`],
    ...(options.throwaway ? ['--no-sync'] : []),
  ])
  if (result.code !== 0) {
    rmSync(building, { recursive: true, force: true })
    throw new EmbeddedPostgresError(
      `PostgreSQL could not create its data folder:\n${result.output.trim()}\n${USE_DATABASE_URL}`,
    )
  }
  appendFileSync(join(building, 'postgresql.conf'), `\ninclude '${SETTINGS_FILE}'\n`)
  renameSync(building, layout.cluster)
}
