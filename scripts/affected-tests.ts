import { resolve } from 'node:path'
import { affectedTests } from './checks/affected-tests.ts'
import { readImports } from './checks/import-graph.ts'
import { readSourceFiles } from './checks/source-files.ts'

// Prints the tests affected by the given files, nearest first, one per line.
const root = resolve('.')
const files = readSourceFiles(root)
const paths = files.map(({ path }) => path)
for (const test of affectedTests(process.argv.slice(2), readImports(root, files), paths)) console.log(test)
