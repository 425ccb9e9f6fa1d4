import { type Billing, periodEnd } from './fake-stripe-billing.ts'
import type { Obj, World } from './fake-stripe-world.ts'

const DAY = 24 * 60 * 60
/** How many invoices a coupon counts for; `once` is one. */
const monthsOf = ({ duration, duration_in_months: months }: Obj) =>
  duration === 'forever' ? Number.POSITIVE_INFINITY : duration === 'once' ? 1 : Number(months)

interface Person {
  email?: string
  name?: string
  card?: Obj
  /** Money of a one-time payment arrives later. */
  delayed?: boolean
}

/** A customer's actions on a checkout page, with their events. */
export function createPage(
  { objects, seconds, save, emit, list, newMethod, pay, priceOf }: World,
  { invoice, itemOf }: Billing,
) {
  function payOnce(session: Obj, { delayed = false }: Person): Obj[] {
    if (delayed) return [emit('checkout.session.completed', session)]
    const intent = pay(session._account, {
      amount: session.amount_total,
      currency: session.currency,
      customer: session.customer,
      metadata: session._intent,
    })
    Object.assign(session, { payment_intent: intent.id, payment_status: 'paid' })
    return [emit('payment_intent.succeeded', intent), emit('checkout.session.completed', session)]
  }

  function subscribe(session: Obj, method: string): Obj[] {
    const prices = (session._prices as string[]).map(priceOf)
    const recurring = prices.filter((price) => price.recurring)
    const once = prices.filter((price) => !price.recurring)
    const days = Number(session._subscription.trial_period_days ?? 0)
    const now = seconds()
    const end = days > 0 ? now + days * DAY : periodEnd(now, recurring[0] as Obj)
    const subscription = save('sub', 'subscription', session._account, {
      status: days > 0 ? 'trialing' : 'active',
      customer: session.customer,
      metadata: session._subscription.metadata ?? {},
      default_payment_method: method,
      trial_start: days > 0 ? now : null,
      trial_end: days > 0 ? end : null,
      cancel_at: null,
      cancel_at_period_end: false,
      pause_collection: null,
      pending_update: null,
      // The order is not promised.
      items: list(recurring.map((price) => itemOf(price, now, end)).reverse()),
      _tax: session._tax,
      _coupons: session._coupons.map((coupon: Obj) => ({ coupon, months: monthsOf(coupon) })),
    })
    const made = invoice(
      subscription,
      'subscription_create',
      once.map((price) => ({ price: price.id, isOnce: true })),
    )
    const paid = made.amount_due === 0 ? 'no_payment_required' : 'paid'
    Object.assign(session, { subscription: subscription.id, payment_status: paid, invoice: made.id })
    return [
      emit('customer.subscription.created', {
        ...subscription,
        status: days > 0 ? 'trialing' : 'incomplete',
      }),
      emit('invoice.paid', made),
      emit('invoice.payment_succeeded', made),
      emit('customer.subscription.updated', subscription),
      emit('checkout.session.completed', session),
    ]
  }

  return function completeCheckout(sessionId: string, person: Person = {}): Obj[] {
    const session = objects.get(sessionId) as Obj
    const account = session._account as string
    const customer =
      session.customer ??
      save('cus', 'customer', account, {
        email: person.email ?? session.customer_email ?? 'buyer@people.example',
        name: person.name ?? 'Bea Baker',
        balance: 0,
        invoice_settings: { default_payment_method: null },
      }).id
    const method = newMethod(account, customer, person.card)
    ;(objects.get(customer) as Obj).invoice_settings.default_payment_method = method.id
    Object.assign(session, { customer, status: 'complete' })
    return session.mode === 'payment' ? payOnce(session, person) : subscribe(session, method.id)
  }
}
