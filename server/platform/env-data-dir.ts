import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EnvError } from './env-error.ts'

const FOLDER_PROBLEMS: Record<string, string> = {
  EACCES: 'this user can’t write there',
  EPERM: 'this user can’t write there',
  EROFS: 'it is on a read-only disk',
  ENOTDIR: 'a file with that name already exists',
  EEXIST: 'a file is where a folder of its path should be',
  ENOENT: 'it can’t be created',
  ENOSPC: 'the disk is full',
}

/**
 * Creates a folder and its parents one by one: the recursive option of Node never returns where nothing can be
 * created.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates the data folder. @throws EnvError that says why it can't, and what to do */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const problem = FOLDER_PROBLEMS[code] ?? message
    throw new EnvError(
      `DATA_DIR: can’t use the folder ${dataDir}: ${problem}. Name another folder, or make this one writable for the user who starts the program`,
    )
  }
}

/** The key that encrypts stored secrets. Without a given one it is created once and kept in the data folder. */
export function secretKey(configured: string | undefined, dataDir: string): string {
  if (configured) {
    if (configured.length < 32) throw new EnvError('SECRET_KEY must be at least 32 characters long')
    return configured
  }
  const file = join(dataDir, 'secret-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new EnvError(
        `DATA_DIR: can’t read the key in ${file}: ${(error as Error).message}. Make it readable for the user who starts the program`,
      )
    return newSecretKey(file)
  }
}

/** Creates the key. Of two processes that start at once, the second reads the first one's key. */
function newSecretKey(file: string): string {
  const key = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return readFileSync(file, 'utf8').trim()
    // A full disk leaves an empty file, which the next start would read as a key.
    rmSync(file, { force: true })
    throw new EnvError(`DATA_DIR: can’t write the key ${file}: ${FOLDER_PROBLEMS[code] ?? message}`)
  }
}
