import { readFile } from 'node:fs/promises'
import { writePrivateFile } from './atomic-write.ts'

/** Reads a JSON object from a private file; null when it is missing or invalid. */
export async function readJsonFile(file: string): Promise<Record<string, unknown> | null> {
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Writes a JSON object to a private file atomically. */
export const writeJsonFile = (file: string, value: object): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`)
