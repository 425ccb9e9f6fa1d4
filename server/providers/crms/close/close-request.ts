import type { CrmAccess, CrmSetup } from '../crm-adapter.ts'
import { type CrmLimits, type CrmRequest, createCrmRequest, readCount } from '../request-crm.ts'

export const CLOSE_LABEL = 'Close'

/** Its header: `limit=100, remaining=50, reset=5`; the limit is for as many seconds as its group has. */
function readLimits(headers: Record<string, string>): CrmLimits {
  const part = (name: string) =>
    readCount(new RegExp(`(?:^|[,;\\s])${name}=([\\d.]+)`).exec(headers.ratelimit ?? '')?.[1])
  const reset = part('reset')
  return { perMinute: null, pauseSeconds: reset && Math.ceil(reset) }
}

/** The key is the name of HTTP’s basic authentication, without a password. */
const authorize = ({ secret }: CrmAccess) => ({
  authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
})

export const createCloseRequest = (setup: CrmSetup): CrmRequest =>
  createCrmRequest({ ...setup, label: CLOSE_LABEL, authorize, readLimits }, `${setup.baseUrl}/api/v1`)
