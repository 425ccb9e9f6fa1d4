import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach } from 'vitest'

/**
 * Loaded before every test file: notes which test starts, at once and not by message, so that one which never gives
 * way again can be named. `scripts/test.js` reads the notes, one file of each worker, when it has to end a run.
 */
const folder = process.env.TEST_NOTES
if (folder) {
  const file = join(folder, String(process.pid))
  beforeEach(({ task }) => {
    const names = [task.name]
    for (let suite = task.suite; suite?.name; suite = suite.suite) names.unshift(suite.name)
    const note = { file: relative(process.cwd(), task.file.filepath), name: names.join(' > ') }
    writeFileSync(file, JSON.stringify(note))
  })
}
