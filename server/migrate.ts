import { requireInstallation, runCommand } from '#server/app/backup/run-command.ts'
import { migrateOnly } from '#server/app/prepare-database.ts'

// `leadwright migrate`, beside the running program of the version before.
await runCommand(({ argument: _, ...installation }) => migrateOnly(installation), requireInstallation)
