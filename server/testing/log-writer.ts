import { createLog } from '#server/platform/log.ts'

/** A process that logs more than a pipe or a small disk takes, and says when its event loop got through. */
const log = createLog('info')
for (let n = 0; n < Number(process.argv[2]); n += 1) {
  log.info({ n, filler: 'x'.repeat(1000) }, 'a line')
  if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
}
process.stdout.write('done\n', () => process.exit(0))
