import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Packages with an index of many parts, and the index. */
const INDEXES: Record<string, string> = {
  '@mantine/core': '@mantine/core/esm/index.mjs',
  '@mantine/hooks': '@mantine/hooks/esm/index.mjs',
}

interface Part {
  file: string
  /** The name that the file exports. */
  name: string
}
const parts = new Map<string, Map<string, Part>>()

const specifiers = (list: string): [name: string, as: string][] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [name = '', as = name] = item.split(/\s+as\s+/)
      return [name, as]
    })

/** What an index exports, by name. */
function partsOf(folder: string, index: string): Map<string, Part> {
  const file = join(folder, index)
  const code = readFileSync(file, 'utf8')
  const imported = new Map<string, Part>()
  const exported = new Map<string, Part>()
  for (const [, kind, list = '', from] of code.matchAll(
    /(import|export) \{([^}]*)\}(?: from ["'](.+?)["'])?/g,
  ))
    for (const [name, as] of specifiers(list)) {
      const part = from ? { file: join(dirname(file), from), name } : imported.get(name)
      if (part) (kind === 'import' ? imported : exported).set(as, part)
    }
  return exported
}

/** The code with each part imported from its own file instead of the index. */
export function importDirectly(code: string, folder: string): string {
  return code.replace(
    /import \{([^}]*)\} from '(@mantine\/(?:core|hooks))'/g,
    (whole, list: string, name: string) => {
      const index = INDEXES[name] as string
      const known = parts.get(name) ?? partsOf(folder, index)
      parts.set(name, known)
      const values = specifiers(list).filter(([value]) => !value.startsWith('type '))
      const direct = values.map(([value, as]) => {
        const part = known.get(value)
        return part && `import { ${part.name} as ${as} } from ${JSON.stringify(part.file)}`
      })
      return direct.every(Boolean) ? direct.join(';') : whole
    },
  )
}

/**
 * Through its index, each part of a package belongs to every page that uses any part, so all of them would be in the
 * file that the first visit waits for.
 */
export const directImportsPlugin: Plugin = {
  name: 'direct-imports',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]web[\\/].*\.tsx?$/ },
    handler: (code) => ({
      code: importDirectly(code, join(import.meta.dirname, '..', 'node_modules')),
      map: null,
    }),
  },
}
