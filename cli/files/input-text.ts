import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { usageError } from '../cli-error.ts'

/**
 * The text of a file, or of standard input for `-`. A byte order mark selects the encoding, the default is UTF-8.
 * Throws a usage error when it is empty; an unreadable file throws the system's error.
 */
export async function readInputText(workingFolder: string, name: string, stdin: Readable): Promise<string> {
  const bytes = name === '-' ? await buffer(stdin) : await readFile(resolve(workingFolder, name))
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  if (text.trim() === '') throw usageError(name === '-' ? 'Standard input is empty' : `"${name}" is empty`)
  return text
}
