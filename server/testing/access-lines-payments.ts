import type { Line } from './access-rules.ts'

const NOTHING = 999_999_999

/** Payments by card. The matrix has no Stripe, so most permitted calls end with a conflict. */
export const PAYMENT_LINES: Record<string, Line> = {
  'payments.stripe': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.authorizeStripe': { rule: 'seller', ok: 409 },
  'payments.connectStripe': {
    rule: 'seller',
    ok: 409,
    input: () => ({ body: { code: 'ac_1', state: 'unknown' } }),
  },
  'payments.createStripeAccount': { rule: 'seller', ok: 409, input: () => ({ body: {} }) },
  'payments.refreshStripe': { rule: 'seller', scope: 'write', ok: 409 },
  'payments.setStripeTax': {
    rule: 'seller',
    scope: 'write',
    ok: 409,
    input: () => ({ body: { tax: true } }),
  },
  'payments.disconnectStripe': { rule: 'seller', scope: 'write', ok: 409 },
  'packages.checkout': {
    rule: 'open',
    ok: 404,
    input: () => ({ params: { id: NOTHING }, body: { email: 'visitor@people.example' } }),
  },
  // Nobody sells this pack.
  'payments.checkout': {
    rule: 'buyer',
    scope: 'write',
    ok: 422,
    input: () => ({ body: { kind: 'pack', pack_id: NOTHING } }),
  },
  'payments.changePackage': { rule: 'wallet', ok: 409, input: () => ({ body: { package_id: NOTHING } }) },
  'payments.cancel': { rule: 'wallet', ok: 409, input: () => ({ body: {} }) },
  'payments.endAddOn': { rule: 'wallet', ok: 409, input: () => ({ params: { id: 'si_nothing' } }) },
  'payments.account': { rule: 'wallet', scope: 'read', ok: 200 },
  'payments.myWaitingSales': { rule: 'wallet', scope: 'read', ok: 200 },
  'payments.claimSale': { rule: 'wallet', ok: 404, input: () => ({ params: { id: NOTHING } }) },
  'payments.waitingSales': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.portal': { rule: 'wallet', ok: 409 },
  'payments.index': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.refund': {
    rule: 'seller',
    ok: 404,
    input: () => ({ params: { id: NOTHING }, body: {} }),
  },
  'payments.events': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.status': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.problems': { rule: 'seller', scope: 'read', ok: 200 },
  'payments.resolveProblem': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: { id: NOTHING }, body: { action: 'settle' as const } }),
  },
  'payments.reconcile': { rule: 'seller', scope: 'write', ok: 409 },
}
