import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ApiDescription, readApi } from './sdk/read-api.ts'
import { writePython } from './sdk/write-python.ts'
import { TYPESCRIPT_INDEX, writeTypeScript } from './sdk/write-typescript.ts'

const ROOT = join(import.meta.dirname, '..')
const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Compiles the sources of a package into `folder`; `made` are files besides, by name. */
function compile(source: string, folder: string, made: Record<string, string> = {}): void {
  const work = mkdtempSync(join(tmpdir(), 'build-sdk-'))
  try {
    cpSync(source, work, { recursive: true })
    for (const [name, text] of Object.entries(made)) writeFileSync(join(work, 'src', name), text)
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    execFileSync(process.execPath, [compiler, '-p', work, '--outDir', folder], { stdio: 'inherit' })
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Writes the package's manifest with the version of the program, and copies README and license. */
function describePackage(source: string, folder: string, changes: Record<string, unknown>): void {
  const manifest = { ...JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')), ...changes }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(source, 'README.md'), join(folder, 'README.md'))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

/** Builds the TypeScript package into `folder`, which can be installed as it is. */
function buildTypeScript(api: ApiDescription, folder: string): void {
  const source = join(ROOT, 'sdk', 'typescript')
  compile(source, folder, { 'api.ts': writeTypeScript(api), 'index.ts': TYPESCRIPT_INDEX })
  describePackage(source, folder, { version })
}

/** Builds the community node for n8n, which loads CommonJS. */
function buildN8n(_api: ApiDescription, folder: string): void {
  const source = join(ROOT, 'integrations', 'n8n')
  compile(source, join(folder, 'dist'))
  cpSync(join(ROOT, 'server', 'app', 'icon.svg'), join(folder, 'dist', 'leadwright.svg'))
  describePackage(source, folder, { version, type: 'commonjs', files: ['dist'] })
}

/** Builds the Python package into `folder`, which pip can install. */
function buildPython(api: ApiDescription, folder: string): void {
  const source = join(ROOT, 'sdk', 'python')
  cpSync(source, folder, { recursive: true, filter: (path) => !path.includes('__pycache__') })
  for (const [name, text] of Object.entries(writePython(api)))
    writeFileSync(join(folder, 'leadwright_sdk', name), text)
  const project = join(folder, 'pyproject.toml')
  writeFileSync(project, readFileSync(project, 'utf8').replace('version = "0"', `version = "${version}"`))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

const BUILDERS = { typescript: buildTypeScript, python: buildPython, n8n: buildN8n }

/** Builds packages into folders with their names below `folder`, which are replaced. */
export async function buildSdks(folder: string, languages: (keyof typeof BUILDERS)[]): Promise<void> {
  const api = await readApi()
  for (const language of languages) {
    rmSync(join(folder, language), { recursive: true, force: true })
    BUILDERS[language](api, join(folder, language))
  }
}

if (process.argv[1] === import.meta.filename) {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'dist', 'sdk'))
  await buildSdks(folder, Object.keys(BUILDERS) as (keyof typeof BUILDERS)[])
  console.log(`built ${Object.keys(BUILDERS).join(', ')} into ${folder}`)
}
