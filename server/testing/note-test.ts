import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach } from 'vitest'

/**
 * Loaded before every test file: records which test starts, synchronously and not by message, so that one that
 * blocks its worker can be named. `scripts/test.js` reads the records, one file per worker, when it has to end a
 * run.
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
