import { fileURLToPath } from 'node:url'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { createFolderBase } from './folder-base.ts'
import { createHttpBase } from './http-base.ts'
import type { ReleaseBase } from './release-base.ts'

/** The base at an address: `https://…`, `file:…` or a folder. Websites and storage are read through `outbound`. */
export function createReleaseBase(address: string, outbound: Outbound): ReleaseBase {
  if (/^https?:/i.test(address)) return createHttpBase(address, outbound)
  return createFolderBase(/^file:/i.test(address) ? fileURLToPath(address) : address)
}
