import type { Environment } from '../environment.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { OptionSpec, OptionValues } from './option-spec.ts'

export type Options = Record<string, OptionSpec<unknown>>

/** Input of a running command. */
export interface CommandCall<O> {
  values: OptionValues<O>
  positionals: string[]
  terminal: Terminal
  env: Environment
}

/** A command of the table: everything parsing, help and execution need. */
export interface CommandSpec<O = Options> {
  /** Its name, e.g. `corpus import`. */
  name: string
  aliases?: readonly string[]
  /** It follows from an endpoint that declares no command, so the overview leaves it out. */
  isDerived?: true
  summary: string
  /** Names of the arguments in order; one ending in `?` is optional, the last may end in `...` and takes the rest. */
  positionals: readonly string[]
  options: O
  /** More paragraphs of its help. */
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
