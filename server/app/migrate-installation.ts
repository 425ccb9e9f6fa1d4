import { adoptLog } from '#server/modules/core/audit/index.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/**
 * Brings an installation's database to the newest schema, or to that of the migration `to`. The migration that
 * introduced signing also starts the audit log, in the same transaction: nothing stored can start it again.
 */
export const migrateInstallation = (
  databaseUrl: string,
  auditKeys: readonly [string, ...string[]],
  to?: string,
): Promise<void> =>
  migrate(databaseUrl, {
    ...(to !== undefined && { to }),
    work: { since: '0060_audit_keys', run: (db) => adoptLog(db, auditKeys) },
  })
