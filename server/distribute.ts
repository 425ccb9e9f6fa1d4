import { runCommand } from '#server/app/backup/run-command.ts'
import { distribute, requireServer } from '#server/app/distribute/distribute.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'

// `leadwright distribute`: distributes the database of DATABASE_URL over its cluster.
await runCommand(async ({ databaseUrl }) => {
  await migrate(databaseUrl)
  await migrateQueue(databaseUrl)
  return distribute(databaseUrl)
}, requireServer)
