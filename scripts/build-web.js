import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What the built web app depends on: folders are read recursively, without `web/dist` and tests. */
const SOURCES = [
  'web',
  'contract',
  join('docs', 'user'),
  join('scripts', 'help-pages.ts'),
  join('scripts', 'help-plugin.ts'),
  'vite.config.ts',
  'postcss.config.js',
  'package.json',
  'package-lock.json',
]
const STAMP = '.build-stamp'

/**
 * Builds the web app into web/dist when its sources differ from those of the last build.
 * @param {{ root: string, node: string, print: (line: string) => void }} options `node`: the Node that runs Vite
 * @returns {{ built: boolean, error?: string }}
 */
export function buildWeb({ root, node, print }) {
  if (!existsSync(join(root, 'web', 'index.html'))) return { built: false }
  const dist = join(root, 'web', 'dist')
  const stampFile = join(dist, STAMP)
  const wanted = fingerprint(root)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return { built: false }

  print('building the web app')
  // Built in another folder and swapped: a running server serves the old files until the new ones are complete.
  const fresh = join(root, 'node_modules', '.web-dist')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir']
  const { NODE_ENV: _, ...env } = process.env
  const result = spawnSync(node, [vite, ...args], { cwd: root, env, encoding: 'utf8' })
  if (result.status !== 0) {
    return {
      built: false,
      error: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`,
    }
  }
  const warnings = `${result.stdout}${result.stderr}`.trim()
  if (warnings) print(warnings)
  compress(join(fresh, 'assets'))
  writeFileSync(join(fresh, STAMP), wanted)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
  return { built: true }
}

/** Compressed once here, so that no request pays for it; the server sends the encoding the browser accepts. */
function compress(folder) {
  if (!existsSync(folder)) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const name of readdirSync(folder)) {
    if (!/\.(m?js|css|svg|json)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality))
  }
}

function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesBelow(root, source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(root, path) {
  const full = join(root, path)
  if (!existsSync(full) || path === join('web', 'dist') || /\.(test|soak)\.tsx?$/.test(path)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(root, join(path, name)))
}
