import { resolve } from 'node:path'
import { EXCEPTIONS } from './checks/exceptions.ts'
import {
  applyExceptions,
  blindnessFindings,
  type CheckResult,
  type Exception,
  report,
} from './checks/findings.ts'
import { readSubpathImports } from './checks/import-graph.ts'
import { readSourceFiles } from './checks/source-files.ts'
import { STRUCTURE_RULE_NAMES, structureFindings } from './checks/structure-rules.ts'

/**
 * Checks the contents of the files of the project at `root`: file and function length, and that server code gets
 * environment, network, log and time from server/platform. Fails when a folder named in package.json has no
 * files.
 */
export function checkStructure(root: string, exceptions: readonly Exception[] = EXCEPTIONS): CheckResult {
  const files = readSourceFiles(root)
  const promisedTrees = Object.keys(readSubpathImports(root)).map((key) => key.replace(/^#|\/.*$/g, ''))
  const paths = files.map((file) => file.path)
  const lengths = files.map((file) => file.lineCount).sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  return {
    seen: `saw ${files.length} files, median ${median} lines`,
    findings: [
      ...blindnessFindings(paths, promisedTrees),
      ...applyExceptions(files.flatMap(structureFindings), exceptions, STRUCTURE_RULE_NAMES),
    ],
  }
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? '.')
  process.exitCode = report('check-structure', checkStructure(root), console.log)
}
