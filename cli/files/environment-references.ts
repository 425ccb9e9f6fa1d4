import { fillVariables } from '#contract/admin/kit-variables.ts'
import { usageError } from '../cli-error.ts'
import { placeOf, type YamlSource } from './yaml-document.ts'

/**
 * The values of a file with environment variables in place of `${env:NAME}`, so that secrets stay out of files.
 * @throws a usage error that names the line of a variable that isn’t set.
 */
export const withEnvironment = (source: YamlSource, variables: NodeJS.ProcessEnv, file: string): unknown =>
  fillVariables(source.value, (name, path) => {
    const found = variables[name]
    if (found !== undefined) return found
    throw usageError(`"${file}", line ${placeOf(source, path)}: the variable ${name} is not set`)
  })

/** The same for one value; references to variables that aren’t set stay. */
export const withKnownVariables = (value: unknown, variables: NodeJS.ProcessEnv): unknown =>
  fillVariables(value, (name, _path, reference) => variables[name] ?? reference)

/** The values of these variables. @throws a usage error that names one that isn’t set. */
export const readVariables = (
  names: readonly string[],
  variables: NodeJS.ProcessEnv,
): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => {
      const value = variables[name]
      if (value === undefined) throw usageError(`The kit needs the variable ${name}, which is not set`)
      return [name, value]
    }),
  )
