import { restoreBackup } from '#server/app/backup/restore-backup.ts'
import { runCommand } from '#server/app/backup/run-command.ts'
import { withBackupFile } from '#server/app/backup/with-backup-file.ts'

// `leadwright restore FILE`, into an empty installation that does not run.
await runCommand(({ argument, ...installation }) =>
  withBackupFile(argument, installation, (file) => restoreBackup({ file, ...installation })),
)
