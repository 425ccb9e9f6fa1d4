import { baseError, type ReleaseBase } from './base/release-base.ts'

/** Folder of places in an Overture Maps release. */
const PLACES = 'theme=places/type=place'
/** `2026-10-21.0`: a date and a number. */
const RELEASE = /^(\d{4}-\d{2}-\d{2})\.(\d{1,4})$/
const MAX_FILES = 2000

function isNewer(a: string, b: string): boolean {
  const [, dayA = '', numberA = ''] = RELEASE.exec(a) ?? []
  const [, dayB = '', numberB = ''] = RELEASE.exec(b) ?? []
  return dayA === dayB ? Number(numberA) > Number(numberB) : dayA > dayB
}

/** Releases in the base, newest first. @throws AppError source_failed without any. */
export async function listReleases(base: ReleaseBase, signal?: AbortSignal): Promise<string[]> {
  const { folders } = await base.list('', signal)
  const releases = folders.filter((name) => RELEASE.test(name)).sort((a, b) => (isNewer(a, b) ? -1 : 1))
  if (releases.length === 0)
    throw baseError(
      'not_found',
      `${base.where} holds no release of Overture Maps. OVERTURE_BASE must name the folder that holds folders such as 2026-10-21.0.`,
    )
  return releases
}

/** Paths of a release's place files. @throws AppError source_failed without any. */
export async function listPlaceFiles(
  base: ReleaseBase,
  release: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const folder = `${release}/${PLACES}`
  const { files } = await base.list(folder, signal)
  const paths = files
    .filter((name) => /\.parquet$/i.test(name))
    .sort()
    .map((name) => `${folder}/${name}`)
  if (paths.length === 0)
    throw baseError('not_found', `${base.where} holds no places for release ${release}.`)
  if (paths.length > MAX_FILES)
    throw baseError('unreadable', `Release ${release} has more than ${MAX_FILES} files of places.`)
  return paths
}

export const dayOfRelease = (release: string): string | null => RELEASE.exec(release)?.[1] ?? null
