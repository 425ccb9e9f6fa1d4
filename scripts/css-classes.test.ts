import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const read = (path: string) => readFileSync(path, 'utf8')

/** Classes that a component names and its style sheet lacks; `classes.name` is undefined there, and nothing says so. */
function missingClasses(file: string): string[] {
  const code = read(file)
  const text = code.replace(/(from|import)[(]? ?'[^']+'/g, '')
  return [...code.matchAll(IMPORT)].flatMap(([, name = '', path = '']) => {
    const sheet = read(path.startsWith('.') ? join(dirname(file), path) : path.replace('#web/', 'web/'))
    const defined = new Set([...sheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map((match) => match[1]))
    const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)(?!\\.)`, 'g'))].map(
      (match) => match[1] ?? '',
    )
    return used
      .filter((className) => !defined.has(className))
      .map((className) => `${file}: ${name}.${className}`)
  })
}

it('every class that a component names is in its style sheet', () => {
  const files = globSync('web/**/*.tsx').filter((file) => read(file).includes('.module.css'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(missingClasses)).toEqual([])
})
