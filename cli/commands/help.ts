import { type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { commandHelp, exitCodesHelp, overviewHelp } from '../arguments/help-text.ts'
import { findCommand, unknownCommand } from '../arguments/parse-arguments.ts'

const EXIT_CODES_TOPIC = 'exit-codes'

/** `leadwright help [COMMAND | exit-codes]` for the given table. */
export function createHelpCommand(commands: readonly CommandSpec[]): CommandSpec {
  const textFor = (words: string[]): string => {
    if (words.length === 0) return overviewHelp(commands)
    if (words.join(' ') === EXIT_CODES_TOPIC) return exitCodesHelp()
    const command = findCommand(words, commands)
    if (!command) throw unknownCommand(words, commands)
    return commandHelp(command)
  }
  return defineCommand({
    name: 'help',
    summary: 'Help for a command, or the exit codes',
    positionals: ['COMMAND?', 'WORD?'],
    async run({ positionals, terminal }) {
      terminal.output.write(`${textFor(positionals)}\n`)
    },
  })
}
