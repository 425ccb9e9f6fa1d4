import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLaterRelease } from '#server/platform/release.ts'

// `npm run release -- VERSION [--dry-run] [--no-image]`: docs/releasing.md.

const PLATFORMS = 'linux/amd64,linux/arm64'
const USAGE = 'Usage: npm run release -- VERSION [--dry-run] [--no-image]'

/** Why there is no release; the message is for whoever makes it. */
class ReleaseError extends Error {}

const root = process.cwd()
const run = (command: string, args: string[]): string =>
  execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const git = (...args: string[]): string => run('git', args).trim()
const readText = (name: string): string => readFileSync(join(root, name), 'utf8')
const changeText = (name: string, change: (text: string) => string): void =>
  writeFileSync(join(root, name), change(readText(name)))

/** The section of a version: its heading, which may say “unreleased” instead of a day, and its text. */
function findNotes(version: string): { heading: string; text: string } {
  const sections = readText('CHANGELOG.md').split(/^(?=## )/m)
  const section = sections.find((one) => one.startsWith(`## [${version}]`))
  const [heading = '', ...lines] = (section ?? '').split('\n')
  const text = lines.join('\n').trim()
  if (text === '')
    throw new ReleaseError(`CHANGELOG.md has no section “## [${version}]” with a text. Write it first`)
  return { heading, text }
}

/** @throws ReleaseError what has to be done before */
function checkRelease(version: string): { heading: string; text: string } {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseError(`“${version}” is no version such as 1.2.3. ${USAGE}`)
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError(
      'There are changes that are not committed (git status). Commit or remove them first',
    )
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean)
  const later = tags.find((tag) => !isLaterRelease(version, tag.slice(1)))
  if (later) throw new ReleaseError(`${version} is not newer than the tag ${later}`)
  const { version: current } = JSON.parse(readText('package.json')) as { version: string }
  if (isLaterRelease(current, version))
    throw new ReleaseError(`${version} is older than ${current}, the version of package.json`)
  return findNotes(version)
}

/** Version and day, in one commit. */
function commitVersion(version: string, heading: string): void {
  const { version: current } = JSON.parse(readText('package.json')) as { version: string }
  // The first two of the lock file are those of the project itself.
  const own = `"version": "${current}"`
  changeText('package.json', (text) => text.replace(own, `"version": "${version}"`))
  changeText('package-lock.json', (text) =>
    text.replace(own, `"version": "${version}"`).replace(own, `"version": "${version}"`),
  )
  const day = new Date().toISOString().slice(0, 10)
  changeText('CHANGELOG.md', (text) => text.replace(heading, `## [${version}] - ${day}`))
  git('commit', '--quiet', '--allow-empty', '--all', '--message', `Release ${version}`)
}

const answers = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** The image for both platforms as an OCI archive. @returns whether there was an engine to build it */
function buildImage(version: string, file: string): boolean {
  const tag = `leadwright:${version}`
  if (answers('docker', 'info') && answers('docker', 'buildx', 'version')) {
    run('docker', [
      'buildx',
      'build',
      '--platform',
      PLATFORMS,
      '--tag',
      tag,
      '--output',
      `type=oci,dest=${file}`,
      '.',
    ])
    return true
  }
  if (!answers('buildah', '--version')) return false
  run('buildah', ['build', '--platform', PLATFORMS, '--manifest', tag, '.'])
  run('buildah', ['manifest', 'push', '--all', tag, `oci-archive:${file}`])
  return true
}

/** The packages that ship, by the lock file alone. npm names the project after its folder. */
function makeSbom(): string {
  const kind = [
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--omit',
    'dev',
  ]
  const sbom = JSON.parse(run('npm', ['sbom', ...kind, '--offline', '--no-update-notifier']))
  sbom.metadata.component.name = 'leadwright'
  return `${JSON.stringify(sbom, null, 2)}\n`
}

/** Everything that is published. */
function makeFiles(
  folder: string,
  version: string,
  { notes, withImage }: { notes: string; withImage: boolean },
): void {
  const name = `leadwright-${version}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'NOTES.md'), `${notes}\n`)
  git('archive', '--format=tar.gz', `--prefix=${name}/`, '--output', join(folder, `${name}.tar.gz`), 'HEAD')
  writeFileSync(join(folder, `${name}.cdx.json`), makeSbom())
  if (!withImage) console.log('No image was made, because of --no-image')
  else if (!buildImage(version, join(folder, `${name}-image.tar`)))
    console.log(
      'No image was made: neither docker with buildx nor buildah is here. docs/releasing.md says how to add it',
    )
  const sums = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

function release(version: string, { isDry, withImage }: { isDry: boolean; withImage: boolean }): void {
  const { heading, text: notes } = checkRelease(version)
  const folder = join(root, 'dist', 'release', version)
  if (isDry) {
    console.log(`${version} can be released. Nothing was changed. Its notes:\n\n${notes}`)
    return
  }
  const start = git('rev-parse', 'HEAD')
  rmSync(folder, { recursive: true, force: true })
  try {
    commitVersion(version, heading)
    makeFiles(folder, version, { notes, withImage })
    git(
      'tag',
      '--annotate',
      `v${version}`,
      '--cleanup=verbatim',
      '--message',
      `Leadwright ${version}\n\n${notes}\n`,
    )
  } catch (error) {
    // The tree was clean, so nothing else is lost.
    git('reset', '--quiet', '--hard', start)
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  console.log(`Made v${version} and ${folder}. Publish both: docs/releasing.md`)
}

try {
  const options = { 'dry-run': { type: 'boolean' }, 'no-image': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  release(positionals[0] ?? '', { isDry: values['dry-run'] ?? false, withImage: !values['no-image'] })
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error)
  process.exitCode = 1
}
