import { AUDIT_ACTIONS, type AuditAction } from '#contract/core/audit.ts'
import type { AuditEntry } from '#contract/core/audit-log.ts'
import type { AuditRow } from './audit-store.ts'

/** An entry with the people whom it names. */
export interface AuditView
  extends Pick<
    AuditRow,
    'account_id' | 'seq' | 'at' | 'action' | 'user_id' | 'actor_user_id' | 'credential' | 'subject' | 'detail'
  > {
  /** Found by `nameSubjects`; without it, only what the entry itself says. */
  subject_name?: string | null
  user_name: string | null
  user_email: string | null
  actor_name: string | null
  actor_email: string | null
}

const findLabel = (action: string): string => AUDIT_ACTIONS[action as AuditAction] ?? action

const textIn = (value: unknown, name: string): string | null => {
  const found = (value as Record<string, unknown> | null | undefined)?.[name]
  return typeof found === 'string' && found !== '' ? found : null
}

/** The name of the record that the entry itself has kept. */
const keptName = (detail: AuditRow['detail']): string | null =>
  [detail?.after, detail?.before, detail]
    .map((facts) => textIn(facts, 'name'))
    .find((name) => name !== null) ?? null

/** An entry for display. */
export const presentEntry = (row: AuditView): AuditEntry => ({
  account_id: row.account_id,
  seq: row.seq,
  at: row.at.toISOString(),
  action: row.action,
  label: findLabel(row.action),
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name, email: row.user_email },
  actor:
    row.actor_user_id === null || row.actor_user_id === row.user_id
      ? null
      : { id: row.actor_user_id, name: row.actor_name, email: row.actor_email },
  credential: row.credential,
  subject: row.subject,
  subject_name: row.subject_name ?? keptName(row.detail),
  detail: row.detail,
})
