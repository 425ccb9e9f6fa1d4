import { requireInstallation, runCommand } from '#server/app/backup/run-command.ts'
import { writeBackup } from '#server/app/backup/write-backup.ts'

// `leadwright backup FILE`, beside a running server or without one.
await runCommand(
  ({ argument: file, ...installation }) => writeBackup({ file, ...installation }),
  requireInstallation,
)
