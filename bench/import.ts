import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, startedImport } from '#server/testing/http-call.ts'
import { buildBenchApp } from './bench-app.ts'
import { fixed, residentMb, seconds, watchMemory } from './measure.ts'

/** Rows of the file, unless given. */
const ROWS = Number(process.argv[2] ?? 200_000)
const LIMIT_MB = 120

/** How much memory an import takes, for any file size. Prints it; fails above the limit. */
const bench = await buildBenchApp()
try {
  const { program, admin, call } = bench
  const importRows = async (rows: number, source: string) => {
    const file = generatedPlaces({ rows, prefix: source })
    const { body } = await startedImport(program.url, admin, file, { source })
    const run = await ended(call, body.data.id, admin, 3_600_000)
    if (run.counts.imported !== rows) throw new Error(`imported ${JSON.stringify(run.counts)}`)
  }
  const idle = residentMb(program.pid)
  await importRows(1000, 'first')
  const warm = residentMb(program.pid)
  const grown = watchMemory(program.pid)
  const time = await seconds(() => importRows(ROWS, 'large'))
  const growth = grown()
  console.log(`idle                     ${fixed(idle, 0)} MB`)
  console.log(`after the first import   ${fixed(warm, 0)} MB (vocabularies and code are loaded once)`)
  console.log(`during ${ROWS} rows      +${fixed(growth, 0)} MB, limit ${LIMIT_MB} MB`)
  console.log(`time                     ${fixed(time)} s, ${fixed(ROWS / time, 0)} rows/s`)
  process.exitCode = growth <= LIMIT_MB ? 0 : 1
} finally {
  await bench.close()
}
process.exit()
