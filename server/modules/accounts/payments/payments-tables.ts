import type { Generated, Selectable } from 'kysely'
import type { ProblemKind } from '#contract/accounts/payment-checks.ts'
import type {
  CONNECTION_STATES,
  EventOutcome,
  PAYMENT_KINDS,
  PAYMENT_STATES,
  PaymentVendor,
} from '#contract/accounts/payments.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface EventTable {
  vendor: PaymentVendor
  event_id: string
  type: string
  vendor_account: string
  seller_account_id: number | null
  object_id: string | null
  payload: Generated<Record<string, unknown>>
  occurred_at: Date
  received_at: Generated<Date>
  outcome: Generated<EventOutcome>
  detail: string | null
  attempts: Generated<number>
  leased_until: Date | null
  handled_at: Date | null
}
interface ObjectTable {
  vendor: PaymentVendor
  vendor_account: string
  object_id: string
  wanted_seq: Generated<number>
  done_seq: Generated<number>
}
interface ConnectionTable {
  account_id: number
  vendor: PaymentVendor
  external_id: string
  state: (typeof CONNECTION_STATES)[number]
  live: boolean
  name: string | null
  charges_enabled: Generated<boolean>
  payouts_enabled: Generated<boolean>
  requirements: Generated<string[]>
  country: string | null
  currency: string | null
  tax: Generated<boolean>
  fee_percent: Generated<number>
  portal_configuration: string | null
  connected_at: Date | null
  disconnected_at: Date | null
  checked_at: Generated<Date>
  event_cursor: Date | null
  reconciled_at: Date | null
}
interface PriceTable {
  account_id: number
  vendor: PaymentVendor
  vendor_account: string
  key: string
  external_product: string
  external_id: string
  amount_minor: number
  currency: string
  credits: Generated<number>
}
interface CustomerTable {
  account_id: number
  vendor: PaymentVendor
  vendor_account: string
  external_id: string
  method_id: string | null
  method_kind: string | null
  brand: string | null
  last4: string | null
  fingerprint: string | null
  expires_month: Date | null
}
interface PaidSubscriptionTable {
  account_id: number
  vendor: PaymentVendor
  vendor_account: string
  external_id: string
  seller_account_id: number
  plan_version_id: number
  state: string
  pay_url: string | null
  created_at: Generated<Date>
  /** The last paid period; null: none since these columns exist. */
  period_start: Date | null
  period_end: Date | null
  /** What the vendor was told to bill from the next period on; null: what was paid last. */
  next_version_id: Generated<number | null>
}
/** A sale for an email that is known, until someone claims it. `account_id` is the seller. */
interface WaitingSaleTable {
  account_id: number
  id: Generated<number>
  vendor: PaymentVendor
  vendor_account: string
  external_id: string
  email: string
  kind: 'package' | 'pack'
  name: string
  credits: number
  is_trial: boolean
  amount_minor: number | null
  currency: string | null
  period_end: Date | null
  ends_at: Date | null
  customer_account_id: number | null
  claimed_at: Date | null
  created_at: Generated<Date>
}
interface CheckoutTable {
  account_id: number
  id: Generated<number>
  vendor: PaymentVendor
  vendor_account: string
  kind: 'package' | 'pack' | 'add_on'
  customer_account_id: number | null
  plan_version_id: number | null
  name: string
  credits: Generated<number>
  seats: Generated<number>
  coupon: string | null
  amount_minor: number
  currency: string
  external_id: string | null
  state: Generated<'open' | 'paid' | 'expired'>
  created_at: Generated<Date>
  /** When to ask the vendor what became of an open page. */
  check_at: Date | null
}
interface PaymentTable {
  account_id: number
  id: Generated<number>
  seller_account_id: number
  vendor: PaymentVendor
  vendor_account: string
  external_id: string
  kind: (typeof PAYMENT_KINDS)[number]
  name: string
  plan_version_id: number | null
  amount_minor: number
  balance_minor: Generated<number>
  tax_minor: Generated<number>
  fee_minor: number | null
  currency: string
  credits: Generated<number>
  source_kind: string | null
  source_id: string | null
  refunded_minor: Generated<number>
  withheld: Generated<number>
  taken_back: Generated<number>
  owed: Generated<number>
  settled: Generated<number>
  state: Generated<(typeof PAYMENT_STATES)[number]>
  paid_at: Date
  created_at: Generated<Date>
  changed_at: Generated<Date>
}
interface DisputeTable {
  account_id: number
  vendor: PaymentVendor
  vendor_account: string
  external_id: string
  payment_id: number
  state: 'open' | 'won' | 'lost'
  held: Generated<number>
  opened_at: Date
  closed_at: Date | null
}
interface RechargeTable {
  account_id: number
  id: string
  state: 'claimed' | 'pending' | 'needs_action' | 'paid' | 'failed'
  credits: number
  amount_minor: number
  currency: string
  fingerprint: string | null
  external_id: string | null
  pay_url: string | null
  problem: string | null
  created_at: Generated<Date>
  done_at: Date | null
}
/** A difference between a vendor's books and ours; `account_id` is the seller. */
interface ProblemTable {
  account_id: number
  id: Generated<number>
  vendor: PaymentVendor
  kind: ProblemKind
  external_id: string
  message: string
  found_at: Generated<Date>
  /** The vendor's object that is read again; null where none can be. */
  object_id: string | null
  resolution: 'given' | 'settled' | null
  /** Null while it is open. */
  resolved_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    payment_event: EventTable
    payment_object: ObjectTable
    payment_connection: ConnectionTable
    payment_authorization: { state_hash: string; account_id: number; user_id: number; expires_at: Date }
    payment_price: PriceTable
    payment_customer: CustomerTable
    payment_subscription: PaidSubscriptionTable
    waiting_sale: WaitingSaleTable
    payment_checkout: CheckoutTable
    payment: PaymentTable
    payment_info: ReadOnly<
      Omit<PaymentTable, 'fee_minor'> & { fee_minor: number; received_minor: number },
      | 'account_id'
      | 'seller_account_id'
      | 'kind'
      | 'name'
      | 'plan_version_id'
      | 'currency'
      | 'paid_at'
      | 'changed_at'
      | 'fee_minor'
      | 'received_minor'
      | 'refunded_minor'
    >
    payment_dispute: DisputeTable
    recharge_attempt: RechargeTable
    payment_difference: ProblemTable
    payment_difference_info: ReadOnly<ProblemTable, 'account_id' | 'kind' | 'found_at' | 'resolved_at'>
  }
}
export type EventRow = Selectable<EventTable>
export type ProblemRow = Selectable<ProblemTable>
export type ConnectionRow = Selectable<ConnectionTable>
export type PriceRow = Selectable<PriceTable>
export type CustomerRow = Selectable<CustomerTable>
export type PaidSubscriptionRow = Selectable<PaidSubscriptionTable>
export type WaitingSaleRow = Selectable<WaitingSaleTable>
export type CheckoutRow = Selectable<CheckoutTable>
export type PaymentRow = Selectable<PaymentTable>
export type RechargeRow = Selectable<RechargeTable>

/** A vendor object's location: `account` is empty for the platform's own account. */
export interface AtVendor {
  vendor: PaymentVendor
  account: string
}
