import { usageError } from '../cli-error.ts'

/** Declaration of an option. `read` gets the raw values in the order given, none when the option is absent. */
export interface OptionSpec<T> {
  kind: 'flag' | 'text' | 'list'
  /** Placeholder of the value in help texts; empty for flags. */
  value: string
  help: string
  required: boolean
  read: (texts: string[], option: string) => T
}

/** Parses the text of an option; throws a usage error that names the option. */
export type ValueParser<T> = (text: string, option: string) => T

/** The values of a set of options. */
export type OptionValues<O> = { [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never }

/** An option without a value. */
export const flag = (help: string): OptionSpec<boolean> => ({
  kind: 'flag',
  value: '',
  help,
  required: false,
  read: (texts) => texts.length > 0,
})

/** An option with one value; the last one is used. */
export const parsed = <T>(value: string, help: string, parse: ValueParser<T>): OptionSpec<T | undefined> => ({
  kind: 'text',
  value,
  help,
  required: false,
  read: (values, option) => (values.length === 0 ? undefined : parse(values[values.length - 1]!, option)),
})

const filled: ValueParser<string> = (text, option) => {
  if (text.trim() === '') throw usageError(`--${option} needs a value`)
  return text
}

/** A non-empty text. */
export const text = (value: string, help: string): OptionSpec<string | undefined> =>
  parsed(value, help, filled)

export const required = <T>(spec: OptionSpec<T | undefined>): OptionSpec<T> => ({
  ...spec,
  required: true,
  read: (values, option) => {
    if (values.length === 0) throw usageError(`--${option} ${spec.value} is required`)
    return spec.read(values, option) as T
  },
})

/** Values separated by commas; the option may be repeated. */
export const list = <T = string>(
  value: string,
  help: string,
  parse: ValueParser<T> = filled as ValueParser<T>,
): OptionSpec<T[]> => ({
  kind: 'list',
  value,
  help,
  required: false,
  read: (values, option) =>
    values.flatMap((part) => part.split(',')).map((part) => parse(part.trim(), option)),
})

/** A repeatable option that is parsed as a whole. */
export const repeated = <T>(
  value: string,
  help: string,
  parse: (texts: string[], option: string) => T,
): OptionSpec<T | undefined> => ({
  kind: 'list',
  value,
  help,
  required: false,
  read: (values, option) => (values.length === 0 ? undefined : parse(values, option)),
})
