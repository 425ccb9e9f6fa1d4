import { createHmac } from 'node:crypto'
import { startVendorDouble, type VendorDouble } from './vendor-double.ts'

const hmac = (secret: string, text: Buffer): string => createHmac('sha1', secret).update(text).digest('hex')

/** Signs a notification in one of PayKickstart's three published ways. */
export function signIpn(
  form: URLSearchParams,
  secret: string,
  scheme: 'plain' | 'latin1' | 'older' = 'plain',
): URLSearchParams {
  const signed = new URLSearchParams(form)
  if (scheme === 'older') {
    const values = [...form.values()].filter((value) => value !== '' && value !== '0')
    const order = values.map((_value, at) => String(at)).toSorted()
    const text = order.map((at) => values[Number(at)]).join('|')
    signed.set('verification_code', hmac(secret, Buffer.from(text)))
    return signed
  }
  const trimmed = [...form].map(([name, value]) => [
    Buffer.from(name),
    value.replace(/^[ \t\n\r\0\v]*|[ \t\n\r\0\v]*$/g, ''),
  ]) as [Buffer, string][]
  const text = trimmed
    .filter(([, value]) => value !== '' && value !== '0')
    .toSorted(([a], [b]) => a.compare(b))
    .map(([, value]) => value)
    .join('|')
  const letters = Array.from(text).filter((letter) => scheme === 'plain' || letter < '\u0100')
  signed.set('hash', hmac(secret, Buffer.from(letters.join(''), scheme === 'plain' ? 'utf8' : 'latin1')))
  return signed
}

export interface FakePayKickstart extends VendorDouble {
  /** Emails of customers with a billing portal. */
  customers: Set<string>
  /** Cancelled purchases, with the time in seconds. */
  cancelled: Map<string, string>
}

export const FAKE_API_KEY = 'fake-api-key-of-paykickstart'

/** A fake PayKickstart; configure `url` followed by `/api`. */
export async function startFakePayKickstart(): Promise<FakePayKickstart> {
  const customers = new Set<string>()
  const cancelled = new Map<string, string>()
  const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })
  const double = await startVendorDouble(({ path, body }) => {
    const form = new URLSearchParams(body)
    const email = form.get('email') ?? ''
    if (form.get('auth_token') !== FAKE_API_KEY) return json({ status: false, message: 'Invalid API key' })
    if (path === '/api/billing-customer')
      return json(
        customers.has(email)
          ? { status: true, secret: `portal-${email}` }
          : { status: false, message: 'None' },
      )
    if (path !== '/api/subscriptions/cancel') return { status: 404 }
    cancelled.set(form.get('invoice_id') ?? '', form.get('cancel_at') ?? '')
    return json({ success: 1, message: 'Cancelled' })
  })
  return Object.assign(double, { customers, cancelled })
}
