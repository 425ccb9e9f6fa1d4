import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Schema } from '#contract/core/endpoint.ts'

const CONTRACT = new URL('../../../contract/', import.meta.url)

/** What a generated client wants a type for. Texts, numbers and what wraps another schema stay where they are used. */
const NAMED_TYPES = new Set(['object', 'union', 'intersection', 'array', 'record', 'enum', 'lazy'])

const isNamed = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  '_zod' in value &&
  NAMED_TYPES.has((value as Schema)._zod.def.type)

/**
 * The name of each schema that a file of the contract exports: that of the export. One that has several gets the
 * first, in the order of the files.
 * @throws Error when two schemas have one name
 */
export function nameSchemas(
  files: readonly (readonly [file: string, exported: object])[],
): Map<Schema, string> {
  const names = new Map<Schema, string>()
  const owners = new Map<string, { schema: Schema; file: string }>()
  for (const [file, exported] of files) {
    for (const [name, schema] of Object.entries(exported)) {
      if (!isNamed(schema)) continue
      const owner = owners.get(name)
      if (owner && owner.schema !== schema)
        throw new Error(`${file} and ${owner.file} both export a schema ${name}. Rename one of them`)
      owners.set(name, { schema, file })
      if (!names.has(schema)) names.set(schema, name)
    }
  }
  return names
}

/** The exports of every file of the contract, in the order of their paths. */
export const loadContract = (): Promise<[file: string, exported: object][]> =>
  Promise.all(
    globSync('**/*.ts', { cwd: fileURLToPath(CONTRACT) })
      .filter((file) => !file.endsWith('.test.ts'))
      .sort()
      .map(async (file) => [`contract/${file}`, (await import(new URL(file, CONTRACT).href)) as object]),
  )
