import { restoreBackup } from '#server/app/backup/restore-backup.ts'
import { runCommand } from '#server/app/backup/run-command.ts'

// `leadwright restore FILE`, into an empty installation that does not run.
await runCommand(({ argument: file, ...installation }) => restoreBackup({ file, ...installation }))
