import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../shared/data/', import.meta.url)

/**
 * Path of a file or folder of the open test data, or null when it is missing (a plain clone has none). Use with
 * `describe.skipIf(path === null)`.
 */
export function openData(path: string): string | null {
  const full = fileURLToPath(new URL(path, ROOT))
  return existsSync(full) ? full : null
}
