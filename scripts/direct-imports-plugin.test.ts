import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importDirectly } from './direct-imports-plugin.ts'

const modules = join(import.meta.dirname, '..', 'node_modules')
const written = (code: string) => importDirectly(code, modules).replaceAll(modules, '')

it('imports each part of an index from its own file, and drops what are only types', () => {
  const code = `import { type BoxProps, Stepper, Menu as Choice } from '@mantine/core'\nimport { x } from './x.ts'\n`
  expect(written(code)).toBe(
    `import { Stepper as Stepper } from "/@mantine/core/esm/components/Stepper/Stepper.mjs";` +
      `import { Menu as Choice } from "/@mantine/core/esm/components/Menu/Menu.mjs"\nimport { x } from './x.ts'\n`,
  )
})

it('finds the files of every part that it renames', () => {
  const direct = importDirectly(`import { Button, createTheme } from '@mantine/core'`, modules)
  const files = [...direct.matchAll(/from "([^"]+)"/g)].map(([, file]) => file as string)
  expect(files).toHaveLength(2)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it('leaves an import alone that has something which the index does not list', () => {
  const code = `import { Button, NoSuchPart } from '@mantine/core'`
  expect(written(code)).toBe(code)
})
