import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Variables of a process that a test starts: a program reads and strips hundreds of files, and all but the first of a
 * run find them compiled.
 */
export const compileCache = () => ({
  NODE_COMPILE_CACHE: join(process.env.TEST_FIRST_START ?? tmpdir(), 'compile-cache'),
})
