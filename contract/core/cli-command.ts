/**
 * An option: its help (`{choices}` lists the words that its field takes), or more than that. Which values it takes,
 * and whether it is required, follows from its field.
 */
export type CliOption =
  | string
  | {
      help: string
      /** The field of query or body; by default the option's name with `_` for `-`. */
      field?: string
      /** Placeholder of the value in help. A switch with one, `on|off`, takes such a value. */
      value?: string
      /** Makes it an option without a value, which sets the field to this. */
      is?: string | boolean
    }

/**
 * A command that is one call of its endpoint, with a table or some lines as its result.
 *
 * Its texts are templates. `{email}` is a value of the reply's `data` (in a table: of the row), `{message}` its
 * message, `{input.host}` what was sent, and `{data}` and `{response}` the whole. `{error ?? state}` is the first
 * that is not null, `{active?on ?? 'off'}` chooses a word, also by a value (`{kind=own?yes}`), and `{total|number}`
 * has a format of `cli/declared/formats.ts`. What is between `[` and `]` is left out when a value in it is missing.
 */
export interface CliCommand {
  /** Such as `lists tag`. */
  name: string
  /** By default that of the endpoint. */
  summary?: string
  /** Names of the arguments with their fields, in order; by default those of the path in capitals. */
  args?: Record<string, string>
  options?: Record<string, CliOption>
  /** Fields that are always sent. */
  set?: Record<string, unknown>
  /** Records of a paged list: the default of `--limit` (100), or `all` for a list without that option. */
  limit?: number | 'all'
  notes?: readonly string[]
  examples?: readonly string[]
  /** Lines of the result, before its table; of each item of a list with `each`. */
  text?: readonly (string | { each: string; line: string })[]
  /** Makes it a table: titles (numbers are to the right: `>ID`) with a template without its braces, or a whole one. */
  columns?: Record<string, string>
  /** The list in `data` that the table shows; `data` by default. */
  rows?: string
  /** Instead of `None` in an empty table; `false` prints the titles alone. */
  empty?: string | false
  /**
   * What `--json` prints: a value of the result, or its names; `host=input.host` renames one and `note?` is left out
   * when null. In a list they are those of each record. By default all of `data`, for a list in `{data}` with `total`.
   */
  json?: string | readonly string[]
  /** The JSON is a bare array. */
  bare?: true
  /** Exits with 1 when this value is above 0, or is a list that isn’t empty, or, after `!`, is false. */
  fails?: string
}
