import { requireInstallation, runCommand } from '#server/app/backup/run-command.ts'
import { moveInstallationFiles } from '#server/app/files/move-installation-files.ts'

// `leadwright files move to-bucket|to-folder`, of an installation that doesn't run.
await runCommand(
  ({ argument, ...installation }) => moveInstallationFiles(argument, installation),
  requireInstallation,
)
