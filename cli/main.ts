import { EXIT } from './exit-codes.ts'
import { processHost } from './host.ts'
import { runLine } from './run-line.ts'

// A closed pipe (`leadwright lists | head -1`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done.code)
  throw error
})

process.exitCode = await runLine(process.argv.slice(2), processHost())
