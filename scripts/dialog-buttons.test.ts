import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const OWN = 'web/ui/dialog-buttons.tsx'
/** A button that says Cancel and nothing else, or a row of buttons at the end of a dialog. */
const BY_HAND = /^\s*Cancel\s*$|<Group justify="(?:flex-end|space-between)"/m

test('no dialog builds its own button row: the order is the same everywhere', () => {
  const files = globSync('web/{ui,app,features}/**/*.tsx').filter((file) => file !== OWN)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => BY_HAND.test(readFileSync(file, 'utf8')))).toEqual([])
  const dialogs = files.filter((file) => /<Modal\b/.test(readFileSync(file, 'utf8')))
  const bare = dialogs.filter((file) =>
    /<Modal\b(?:(?!<\/Modal>)[\s\S])*<Button\b/.test(readFileSync(file, 'utf8')),
  )
  expect(bare.filter((file) => !readFileSync(file, 'utf8').includes('<DialogButtons'))).toEqual([])
})
