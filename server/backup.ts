import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#server/app/backup/backup-format.ts'
import { runCommand } from '#server/app/backup/run-command.ts'
import { writeBackup } from '#server/app/backup/write-backup.ts'

// `leadwright backup FILE`, beside a running server or without one.
await runCommand(writeBackup, ({ databaseUrl, dataDir }) => {
  // A start would make an empty installation there, and back that up.
  if (!databaseUrl && !existsSync(join(dataDir, 'pg', 'cluster')))
    throw new BackupError(`There is no installation in ${dataDir}. Set DATA_DIR to its data folder`)
})
