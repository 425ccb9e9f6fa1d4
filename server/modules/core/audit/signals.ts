import type { AuditBreak } from '#contract/core/audit-breaks.ts'
import { defineEvent } from '#server/platform/signals.ts'

/** The nightly check found the log changed. It is emitted every night until the log is repaired. */
export const auditBroken = defineEvent<AuditBreak>()
