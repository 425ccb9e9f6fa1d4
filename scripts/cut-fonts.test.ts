import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALPHABETS, cutFont, FONT_FOLDER, fontFile, WEIGHTS } from './cut-fonts.ts'

test.each(ALPHABETS)(
  'the %s letters in the repository are cut from the installed typeface',
  async (alphabet) => {
    const kept = readFileSync(join(FONT_FOLDER, fontFile(alphabet)))
    expect(kept.equals(await cutFont(alphabet))).toBe(true)
  },
)

const css = (folder: string) =>
  globSync('**/*.css', { cwd: folder, exclude: (path) => path.startsWith('dist') }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  )

test('style sheets use no weight that was cut away', () => {
  const sheets = css(join(FONT_FOLDER, '../..')).join('\n')
  const weights = [...sheets.matchAll(/font-weight: (\d+);/g)].map(([, weight]) => Number(weight))
  expect(weights.length).toBeGreaterThan(50)
  expect(weights.filter((weight) => weight < WEIGHTS.min || weight > WEIGHTS.max)).toEqual([])
  const faces = `font-weight: ${WEIGHTS.min} ${WEIGHTS.max};`
  expect(sheets.split(faces)).toHaveLength(ALPHABETS.length + 1)
})
