import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import type { VendorSourceId } from './vendor-urls.ts'

/** Dependencies of a vendor's adapter. */
export interface VendorSetup {
  outbound: Outbound
  /** With the version path, without a trailing slash. */
  baseUrl: string
  now(): Date
  /** Limit of one request; replaced in tests. */
  timeoutMs?: number
  /** Waits between polls; replaced in tests. */
  wait?(ms: number, signal: AbortSignal): Promise<unknown>
}

/** A vendor at the operator's URL, or else the vendor's own. */
export const vendorSetup = (
  { vendors, clock }: Pick<Context, 'vendors' | 'clock'>,
  id: VendorSourceId,
): VendorSetup => ({ outbound: vendors.outbound, baseUrl: vendors.findBaseUrl(id), now: () => clock.now() })

export const chooseWait = ({ wait = sleep }: VendorSetup) => wait

/** A URL with query parameters; undefined ones are left out, lists are repeated. */
export function vendorUrl(
  { baseUrl }: VendorSetup,
  path: string,
  parameters: Record<string, string | number | readonly string[] | undefined> = {},
): string {
  const url = new URL(`${baseUrl}${path}`)
  for (const [name, value] of Object.entries(parameters)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== '') url.searchParams.append(name, String(item))
    }
  }
  return url.href
}
