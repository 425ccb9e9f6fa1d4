import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES, type Currency, formatDecimal } from '#contract/core/money.ts'
import { signIpn } from '#server/testing/fake-paykickstart.ts'
import { isSignedIpn } from './ipn-signature.ts'
import { minorOfAmount, readIpn } from './read-ipn.ts'

const SECRET = 'a secret of a campaign'
const BASE =
  'event=subscription-payment&mode=live&payment_processor=stripe&is_rebill=1&amount=9.99&buyer_email=a%40b.test&billing_address_1=&tax_amount=0&transaction_id=PK-TN0LNO7XWR&invoice_id=PK-PZ1WK636WR&custom_var1=123&product_id=2354&product_name=SEO+Snapshot+-+Main'

// Computed by PHP 8.2 with PayKickstart's published function, once without and once with its iconv step.
test.each([
  [
    'ASCII; empty and "0" are left out',
    BASE,
    '5775e2d446493f3243883a12b8f2776c1283d863',
    '5775e2d446493f3243883a12b8f2776c1283d863',
  ],
  [
    'names in byte order, trimmed values',
    `9=m&10=n&${BASE}&buyer_first_name=Jos%C3%A9+&Z=x&a_b=y`,
    '47a1bea23ba4153538b66218c3a9f4b577a92a92',
    'f52b8a4b7c48592ec7d62fb01246c5e0dd212969',
  ],
  [
    'characters beyond Latin-1',
    `${BASE}&buyer_first_name=%C5%81ukasz+%F0%9F%98%80`,
    '1e9c91845a4d525b6844d45cbca08256857d213f',
    '1552d98519eff7c33b064570ce24fd1546869ac0',
  ],
  [
    '"0.00" counts',
    BASE.replace('9.99', '0.00'),
    'bb5529cba9f8d1d5379cb3401f5a608a0354798b',
    'bb5529cba9f8d1d5379cb3401f5a608a0354798b',
  ],
])('accepts both published signatures: %s', (_name, form, plain, latin1) => {
  for (const hash of [plain, latin1, plain.toUpperCase()]) {
    expect(isSignedIpn(new URLSearchParams(`${form}&hash=${hash}`), 'sekret')).toBe(true)
    expect(isSignedIpn(new URLSearchParams(`${form}&hash=${hash}`), 'other')).toBe(false)
  }
})

test('builds the older code from values sorted by their index as text', () => {
  const fields = 'abcdefghijkl'.split('').map((name): [string, string] => [name, `${name}!`])
  const form = new URLSearchParams([...fields, ['empty', ''], ['nothing', '0'], ['licenses[]', 'HPLD']])
  // 12 values: positions 0, 1, 10, 11, 2, 3, …
  const text = 'a!|b!|k!|l!|c!|d!|e!|f!|g!|h!|i!|j!'
  const code = createHmac('sha1', SECRET).update(text).digest('hex')
  form.set('verification_code', code)
  expect(isSignedIpn(form, SECRET)).toBe(true)
  form.set('a', 'changed')
  expect(isSignedIpn(form, SECRET)).toBe(false)
})

test('accepts a signature of any scheme, and rejects changed values, secrets and empty signatures', () => {
  const scheme = fc.constantFrom('plain' as const, 'latin1' as const, 'older' as const)
  const fields = fc.array(fc.tuple(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ unit: 'grapheme' })))
  fc.assert(
    fc.property(fields, scheme, fc.stringMatching(/^[!-~]{1,20}$/), (pairs, how, secret) => {
      const form = new URLSearchParams([...pairs, ['transaction_id', 'PK-1']])
      const signed = signIpn(form, secret, how)
      expect(isSignedIpn(signed, secret)).toBe(true)
      expect(isSignedIpn(signed, `${secret}x`)).toBe(false)
      expect(isSignedIpn(signed, '')).toBe(false)
      expect(isSignedIpn(form, secret)).toBe(false)
      signed.set('transaction_id', 'PK-2')
      expect(isSignedIpn(signed, secret)).toBe(false)
    }),
  )
})

test('converts amounts to minor units exactly, or rejects them', () => {
  const currency = fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[]))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), currency, (minor, code) => {
      expect(minorOfAmount(formatDecimal(minor, code), code)).toBe(minor)
    }),
  )
  expect(minorOfAmount('9.9', 'USD')).toBe(990)
  expect(minorOfAmount('500.00', 'JPY')).toBe(500)
  expect(minorOfAmount('1.2345', 'KWD')).toBeNull()
  expect(minorOfAmount('0.5', 'JPY')).toBeNull()
  for (const bad of ['', '-1', '1,000.00', '1e3', 'NaN', ' 1', '9.', '.5'])
    expect(minorOfAmount(bad, 'USD')).toBeNull()
})

test('reads a notification, and rejects one that identifies nothing', () => {
  const form = new URLSearchParams(`${BASE}&campaign_id=215&transaction_time=1469014598`)
  expect(readIpn(form)).toMatchObject({
    campaignId: '215',
    transactionId: 'PK-TN0LNO7XWR',
    invoiceId: 'PK-PZ1WK636WR',
    kind: 'payment',
    isLive: true,
    amount: '9.99',
    buyer: { email: 'a@b.test' },
    at: new Date('2016-07-20T11:36:38Z'),
  })
  form.set('event', 'cart-abandoned')
  expect(readIpn(form)?.kind).toBe('other')
  form.delete('transaction_id')
  expect(readIpn(form)).toBeNull()
})
