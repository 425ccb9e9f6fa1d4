import * as z from 'zod/mini'

/** Problems that verifying the audit log can find, with their messages. */
const AUDIT_BREAK_KINDS = {
  changed: 'was changed',
  missing: 'is missing',
  cut: 'and everything after it was cut off',
  forged: 'was not signed with a key of this installation',
  erased_without_order: 'was emptied without an erasure',
  wiped: 'and everything after it was removed',
  rolled_back: 'was written and is now missing: an older state was restored',
} as const
export type AuditBreakKind = keyof typeof AUDIT_BREAK_KINDS

/** The first break in the audit log: an entry of an account, or a checkpoint over all accounts. */
export const AuditBreak = z.object({
  account_id: z.nullable(z.number()),
  seq: z.nullable(z.number()),
  checkpoint: z.nullable(z.number()),
  kind: z.enum(Object.keys(AUDIT_BREAK_KINDS) as [AuditBreakKind, ...AuditBreakKind[]]),
  /** The signing key, if the configuration does not know it. */
  unknown_key: z.nullable(z.string()),
})
export type AuditBreak = z.infer<typeof AuditBreak>

/** Describes the break in a sentence without a full stop. */
export function describeAuditBreak({ account_id, seq, checkpoint, kind, unknown_key }: AuditBreak): string {
  const subject = account_id === null ? `Checkpoint ${checkpoint}` : `Entry ${seq} of account ${account_id}`
  const key = unknown_key === null ? '' : ` (key ${unknown_key} is not in AUDIT_KEY or AUDIT_OLD_KEYS)`
  return `${subject} ${AUDIT_BREAK_KINDS[kind]}${key}`
}
