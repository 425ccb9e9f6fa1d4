import { type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { commandHelp, exitCodesHelp, nounHelp, overviewHelp } from '../arguments/help-text.ts'
import { flag } from '../arguments/option-spec.ts'
import { findCommand, listGroup, unknownCommand } from '../arguments/parse-arguments.ts'

const EXIT_CODES_TOPIC = 'exit-codes'

/** `leadwright help [COMMAND | NOUN | exit-codes]` for the given table. */
export function createHelpCommand(commands: readonly CommandSpec[]): CommandSpec {
  const textFor = (words: string[], all: boolean): string => {
    const [noun = ''] = words
    if (words.length === 0) return overviewHelp(commands, all)
    if (words.join(' ') === EXIT_CODES_TOPIC) return exitCodesHelp()
    const command = findCommand(words, commands)
    if (command) return commandHelp(command, commands)
    if (words.length === 1 && listGroup(noun, commands).length > 0) return nounHelp(noun, commands)
    throw unknownCommand(words, commands)
  }
  return defineCommand({
    name: 'help',
    summary: 'Help for a command, or the exit codes',
    positionals: ['COMMAND?', 'WORD?'],
    options: { all: flag('Also the commands that are single calls of the API') },
    async run({ positionals, values, terminal }) {
      terminal.output.write(`${textFor(positionals, values.all)}\n`)
    },
  })
}
