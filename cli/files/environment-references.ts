import { usageError } from '../cli-error.ts'
import { placeOf, type YamlSource } from './yaml-document.ts'

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/**
 * The values of a file with environment variables in place of `${env:NAME}`, so that secrets stay out of files.
 * @throws a usage error that names the line of a variable that isn’t set.
 */
export function withEnvironment(source: YamlSource, variables: NodeJS.ProcessEnv, file: string): unknown {
  const fill = (value: unknown, path: string[]): unknown => {
    if (typeof value === 'string')
      return value.replace(REFERENCE, (_all, name: string) => {
        const found = variables[name]
        if (found !== undefined) return found
        throw usageError(`"${file}", line ${placeOf(source, path)}: the variable ${name} is not set`)
      })
    if (Array.isArray(value)) return value.map((item, at) => fill(item, [...path, String(at)]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]))
  }
  return fill(source.value, [])
}
