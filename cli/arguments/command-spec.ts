import type { Environment } from '../environment.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { OptionSpec, OptionValues } from './option-spec.ts'

/** Any set of options. */
export type Options = Record<string, OptionSpec<unknown>>

/** What a command gets when it runs. */
export interface CommandCall<O> {
  values: OptionValues<O>
  positionals: string[]
  terminal: Terminal
  env: Environment
}

/** One command of the table: everything parsing and help need, and what to do. */
export interface CommandSpec<O = Options> {
  /** The words that name it, e.g. `corpus import`. */
  name: string
  /** Other words for the same. */
  aliases?: readonly string[]
  summary: string
  /** Names of the arguments in order; one ending in `?` may be left out, the last may end in `...` and takes the rest. */
  positionals: readonly string[]
  options: O
  /** Further paragraphs of its help. */
  notes?: readonly string[]
  examples?: readonly string[]
  /** Does the work and answers the exit code; none means that all went well. */
  run: (call: CommandCall<O>) => Promise<number | undefined>
}

type CommandDraft<O> = Omit<CommandSpec<O>, 'positionals' | 'options'> &
  Partial<Pick<CommandSpec<O>, 'positionals' | 'options'>>

/** Declares a command, by default without arguments and options; the types of its values follow from its options. */
export const defineCommand = <O = Record<never, never>>(draft: CommandDraft<O>): CommandSpec =>
  ({ positionals: [], options: {}, ...draft }) as unknown as CommandSpec
