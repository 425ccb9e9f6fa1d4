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
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it can’t be created',
  ENOSPC: 'the disk is full',
}

/** Makes a folder and what is missing above it. Step by step: Node's own way never ends where nothing can be made. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes the data folder. @throws EnvError that says what is in the way, and what to do. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir)
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const problem = FOLDER_PROBLEMS[code] ?? message
    throw new EnvError(
      `DATA_DIR: the folder ${dataDir} cannot be used: ${problem}. Name another folder, or make this one writable for the user who starts the program`,
    )
  }
}

/** The key that seals stored secrets; made once and kept in the data folder when none is given. */
export function secretKey(given: string | undefined, dataDir: string): string {
  if (given) {
    if (given.length < 32) throw new EnvError('SECRET_KEY must be at least 32 characters long')
    return given
  }
  const file = join(dataDir, 'secret-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new EnvError(
        `DATA_DIR: the key in ${file} cannot be read: ${(error as Error).message}. Give it to the user who starts the program`,
      )
    return newSecretKey(file)
  }
}

/** Makes the key. Two processes that start at once must not end with two: the loser reads the winner's. */
function newSecretKey(file: string): string {
  const key = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return readFileSync(file, 'utf8').trim()
    // A full disk leaves an empty file, which the next start would take for a key.
    rmSync(file, { force: true })
    throw new EnvError(`DATA_DIR: the key ${file} cannot be written: ${FOLDER_PROBLEMS[code] ?? message}`)
  }
}
