import { AuditHead } from '#contract/core/audit-head.ts'
import {
  bindAuditKeys,
  checkLog,
  compareHead,
  createAuditKeys,
  type LogReport,
  readHead,
} from '#server/modules/core/audit/index.ts'
import { type Db, openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { BackupError } from './backup/backup-format.ts'
import type { CommandInstallation } from './backup/run-command.ts'

/** A missing table or column. */
const isOlderSchema = (error: unknown): boolean =>
  ['42P01', '42703'].includes(String((error as { code?: unknown } | null)?.code))

/** Answers a command about the log. */
async function answer(db: Db, argument: string): Promise<LogReport | AuditHead> {
  if (argument.startsWith('head')) {
    const head = await readHead(db, { signed: argument === 'head-signed' })
    if (!head) throw new BackupError('The audit log has no head yet. Start the server once')
    return head
  }
  const stored = argument.startsWith('{') ? AuditHead.parse(JSON.parse(argument)) : null
  const report = await checkLog(db, stored || argument === 'all' ? undefined : Number(argument))
  if (!report) throw new BackupError(`The audit log has no entries for account ${argument}`)
  return stored ? { ...report, broken: report.broken ?? (await compareHead(db, stored)) } : report
}

/**
 * Verifies an installation's audit log: of one account by id, of `all`, or against a head stored elsewhere
 * (JSON). `head` and `head-signed` return the current head.
 * @throws BackupError for an unknown account, or an older database version
 */
export async function verifyAuditLog({
  argument,
  databaseUrl,
  auditKeys,
}: Pick<CommandInstallation, 'argument' | 'databaseUrl' | 'auditKeys'>): Promise<LogReport | AuditHead> {
  const { db, close } = openDatabase(databaseUrl, { log: silentLog(), max: 2, name: 'audit' })
  try {
    bindAuditKeys(db, createAuditKeys(auditKeys))
    return await answer(db, argument)
  } catch (error) {
    if (!isOlderSchema(error)) throw error
    throw new BackupError('This database is from an older version. Start the server once, then verify again')
  } finally {
    await close()
  }
}
