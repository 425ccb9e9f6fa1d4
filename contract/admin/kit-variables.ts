import * as z from 'zod/mini'

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

type Read = (name: string, path: readonly string[], reference: string) => string

/** A value with what `read` returns in place of each `${env:NAME}` in its texts. */
export function fillVariables(value: unknown, read: Read, path: readonly string[] = []): unknown {
  if (typeof value === 'string')
    return value.replace(REFERENCE, (reference, name: string) => read(name, path, reference))
  if (Array.isArray(value)) return value.map((item, at) => fillVariables(item, read, [...path, String(at)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillVariables(item, read, [...path, key])]),
  )
}

/** Names of the variables that a value refers to, each once. */
export function listVariables(value: unknown): string[] {
  const names = new Set<string>()
  fillVariables(value, (name, _path, reference) => {
    names.add(name)
    return reference
  })
  return [...names]
}

/** Values for the references of a kit: for one call or roll-out, never kept in the kit. */
export const KitVariables = z
  ._default(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(4000))), {})
  .check(z.describe('Values that the kit names instead of having them, by name; used for this call only'))
