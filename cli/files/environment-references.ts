import { usageError } from '../cli-error.ts'
import { placeOf, type YamlSource } from './yaml-document.ts'

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

type Read = (name: string, path: readonly string[], reference: string) => string

function fill(value: unknown, read: Read, path: readonly string[] = []): unknown {
  if (typeof value === 'string')
    return value.replace(REFERENCE, (reference, name: string) => read(name, path, reference))
  if (Array.isArray(value)) return value.map((item, at) => fill(item, read, [...path, String(at)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, read, [...path, key])]),
  )
}

/**
 * The values of a file with environment variables in place of `${env:NAME}`, so that secrets stay out of files.
 * @throws a usage error that names the line of a variable that isn’t set.
 */
export const withEnvironment = (source: YamlSource, variables: NodeJS.ProcessEnv, file: string): unknown =>
  fill(source.value, (name, path) => {
    const found = variables[name]
    if (found !== undefined) return found
    throw usageError(`"${file}", line ${placeOf(source, path)}: the variable ${name} is not set`)
  })

/** The same for one value; references to variables that aren’t set stay. */
export const withKnownVariables = (value: unknown, variables: NodeJS.ProcessEnv): unknown =>
  fill(value, (name, _path, reference) => variables[name] ?? reference)
