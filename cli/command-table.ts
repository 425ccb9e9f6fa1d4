import type { CommandSpec } from './arguments/command-spec.ts'
import { apiCommand } from './commands/api.ts'
import { corpusImportCommand } from './commands/corpus-import.ts'
import { exportCommand } from './commands/export.ts'
import { createHelpCommand } from './commands/help.ts'
import { listsCommand } from './commands/lists.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { cancelCommand, runsCommand, watchCommand } from './commands/runs.ts'
import { searchCommand } from './commands/search.ts'

const WORKING: CommandSpec[] = [
  loginCommand,
  logoutCommand,
  searchCommand,
  listsCommand,
  exportCommand,
  runsCommand,
  watchCommand,
  cancelCommand,
  corpusImportCommand,
  apiCommand,
]

/** Every command in the order help shows them. */
export const COMMANDS: readonly CommandSpec[] = [...WORKING, createHelpCommand(WORKING)]
