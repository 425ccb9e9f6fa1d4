import { runCommand } from '#server/app/backup/run-command.ts'
import { distribute, requireServer } from '#server/app/distribute/distribute.ts'
import { migrateInstallation } from '#server/app/migrate-installation.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'

// `leadwright distribute`: distributes the database of DATABASE_URL over its cluster.
await runCommand(async ({ databaseUrl, auditKeys }) => {
  await migrateInstallation(databaseUrl, auditKeys)
  await migrateQueue(databaseUrl)
  return distribute(databaseUrl)
}, requireServer)
