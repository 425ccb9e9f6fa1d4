import { CURRENCIES, type Currency } from '#contract/core/money.ts'

/** Other events are recorded without effect. */
type IpnKind = 'payment' | 'refund' | 'cancellation' | 'other'

const KINDS: Readonly<Record<string, IpnKind>> = {
  sales: 'payment',
  'subscription-payment': 'payment',
  refund: 'refund',
  'subscription-cancelled': 'cancellation',
}

/** The relevant fields of a notification. */
export interface Ipn {
  campaignId: string
  /** A refund has the id of the refunded payment. */
  transactionId: string
  /** The purchase; the same for every rebill. */
  invoiceId: string
  event: string
  kind: IpnKind
  isLive: boolean
  isRebill: boolean
  productId: string
  productName: string
  /** Decimal text as received, including tax. */
  amount: string
  taxAmount: string
  currency: string
  /** Whether a coupon reduced the price. */
  hasCoupon: boolean
  buyer: { email: string; firstName: string; lastName: string }
  /** Null when missing. */
  at: Date | null
}

const MAX_TEXT = 200
const LARGEST_SECOND = 32_503_680_000

const readSeconds = (text: string): Date | null => {
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : 0
  return seconds > 0 && seconds < LARGEST_SECOND ? new Date(seconds * 1000) : null
}

/** Parses a notification; null without its identifying fields. Does not check the signature. */
export function readIpn(form: URLSearchParams): Ipn | null {
  const text = (name: string): string => (form.get(name) ?? '').trim().slice(0, MAX_TEXT)
  const [campaignId, transactionId, event] = [text('campaign_id'), text('transaction_id'), text('event')]
  if (!campaignId || !transactionId || !event) return null
  return {
    campaignId,
    transactionId,
    invoiceId: text('invoice_id'),
    event,
    kind: KINDS[event] ?? 'other',
    isLive: text('mode') === 'live',
    isRebill: text('is_rebill') === '1',
    productId: text('product_id'),
    productName: text('product_name'),
    amount: text('amount'),
    taxAmount: text('tax_amount'),
    currency: text('currency').toUpperCase(),
    hasCoupon: text('coupon_code') !== '',
    buyer: {
      email: text('buyer_email').toLowerCase(),
      firstName: text('buyer_first_name'),
      lastName: text('buyer_last_name'),
    },
    at: readSeconds(text('transaction_time')),
  }
}

/**
 * `9.99` USD as 999, exactly; null when it is not a valid amount of the currency. Zeros beyond its digits are fine
 * (`500.00` JPY).
 */
export function minorOfAmount(decimal: string, currency: Currency): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,10}))?$/.exec(decimal)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const digits = CURRENCIES[currency]
  if (/[1-9]/.test(fraction.slice(digits))) return null
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}
