import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Text of each file of a made-up project, by path below its root. */
export type ProjectFiles = Record<string, string>

const MANIFEST = JSON.stringify({
  type: 'module',
  imports: { '#contract/*': './contract/*', '#server/*': './server/*' },
})

/**
 * Writes a project into a new temporary folder, calls `use` with the folder and removes it again. Returns
 * what `use` returned. Adds a package.json that promises `#contract/*` and `#server/*` unless one is given.
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
