import { resolve } from 'node:path'
import { affectedTests } from './checks/affected-tests.ts'
import { readImports } from './checks/import-graph.ts'
import { readSourceFiles } from './checks/source-files.ts'

// Prints the tests affected by the given files as JSON.
const root = resolve('.')
const files = readSourceFiles(root)
const paths = files.map(({ path }) => path)
console.log(JSON.stringify(affectedTests(process.argv.slice(2), readImports(root, files), paths)))
