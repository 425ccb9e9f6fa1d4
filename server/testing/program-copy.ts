import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = ['contract', 'server', 'web', 'cli', 'docs', 'package.json']

/** Copies the program, and other files by name, into a temporary folder, which the caller deletes. */
export function copyProgram(others: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-copy-'))
  for (const name of [...COPIED, ...others]) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
