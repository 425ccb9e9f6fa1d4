import { sleep } from '#server/platform/clock.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'

/** What an adapter of a vendor is made with. */
export interface VendorSetup {
  outbound: Outbound
  /** With the version path, without a slash at its end. */
  baseUrl: string
  now(): Date
  /** Limit of one request; replaced in tests. */
  timeoutMs?: number
  /** Waits between two questions about one thing; replaced in tests. */
  wait?(ms: number, signal: AbortSignal): Promise<unknown>
}

/** The wait of a setup that names none. */
export const waitOf = ({ wait = sleep }: VendorSetup) => wait

/** An address with its parameters; those without a value are left out, lists are repeated. */
export function vendorUrl(
  { baseUrl }: VendorSetup,
  path: string,
  parameters: Record<string, string | number | readonly string[] | undefined> = {},
): string {
  const url = new URL(`${baseUrl}${path}`)
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') url.searchParams.append(name, String(one))
    }
  }
  return url.href
}
