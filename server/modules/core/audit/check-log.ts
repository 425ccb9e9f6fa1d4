import type { AuditBreak } from '#contract/core/audit-breaks.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findLoggedAccounts } from './audit-store.ts'
import { checkChain } from './check-chain.ts'
import { checkCheckpoints } from './checkpoints.ts'

export interface LogReport {
  accounts: number
  entries: number
  unproven: number
  checkpoints: number
  /** The first break: of checkpoints, else of the lowest account. */
  broken: AuditBreak | null
  /** Accounts with a broken chain. */
  broken_accounts: number
}

/**
 * Checks the checkpoints and the chain of every account, or of one.
 * @returns null when the log never had entries of that account
 */
export async function checkLog(db: Db, accountId?: number): Promise<LogReport | null> {
  const logged = await findLoggedAccounts(db)
  const accounts = accountId === undefined ? logged : logged.filter((id) => id === accountId)
  if (accountId !== undefined && accounts.length === 0) return null
  const { checkpoints, brokenAt: checkpoint, kind, unknownKey } = await checkCheckpoints(db)
  let broken: AuditBreak | null = kind && {
    account_id: null,
    seq: null,
    checkpoint,
    kind,
    unknown_key: unknownKey,
  }
  const sums = { accounts: accounts.length, entries: 0, unproven: 0, checkpoints, broken_accounts: 0 }
  for (const account_id of accounts) {
    const chain = await checkChain(db, account_id)
    sums.entries += chain.entries
    sums.unproven += chain.unproven
    if (!chain.kind) continue
    sums.broken_accounts += 1
    const { brokenAt: seq, kind, unknownKey: unknown_key } = chain
    broken ??= { account_id, seq, checkpoint: null, kind, unknown_key }
  }
  return { ...sums, broken }
}
