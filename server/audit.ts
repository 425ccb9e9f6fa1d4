import { requireInstallation, runCommand } from '#server/app/backup/run-command.ts'
import { verifyAuditLog } from '#server/app/verify-audit-log.ts'

// `leadwright audit verify` and `audit head`, beside a running server or without one.
await runCommand(verifyAuditLog, requireInstallation)
