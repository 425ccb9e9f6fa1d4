import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** File contents of a test project, by path below its root. */
export type ProjectFiles = Record<string, string>

const MANIFEST = JSON.stringify({
  type: 'module',
  imports: { '#contract/*': './contract/*', '#server/*': './server/*' },
})

/**
 * Writes a project into a temporary folder, calls `use` with it and removes it. Returns the result of `use`.
 * Adds a package.json with `#contract/*` and `#server/*` unless given.
 */
export function withProject<T>(files: ProjectFiles, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'leadwright-check-'))
  try {
    for (const [path, text] of Object.entries({ 'package.json': MANIFEST, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
