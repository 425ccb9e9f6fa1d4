import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALPHABETS, cutFont, FONT_FOLDER, fontFile } from './cut-fonts.ts'

test.each(ALPHABETS)(
  'the %s letters in the repository are cut from the installed typeface',
  async (alphabet) => {
    const kept = readFileSync(join(FONT_FOLDER, fontFile(alphabet)))
    expect(kept.equals(await cutFont(alphabet))).toBe(true)
  },
)

test('style sheets use no weight that was cut away', () => {
  const css = readFileSync(join(FONT_FOLDER, '../fonts.css'), 'utf8')
  expect(css.match(/font-weight: 400 750;/g)).toHaveLength(ALPHABETS.length)
})
