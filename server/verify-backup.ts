import { requireInstallation, runCommand } from '#server/app/backup/run-command.ts'
import { verifyBackup } from '#server/app/backup/verify-backup.ts'
import { withBackupFile } from '#server/app/backup/with-backup-file.ts'

// `leadwright backup verify FILE [--restore]`, beside a running server or without one.
await runCommand(
  ({ argument, flags, ...installation }) =>
    withBackupFile(argument, installation, (file) =>
      verifyBackup({ file, ...installation }, flags.has('restore')),
    ),
  requireInstallation,
)
