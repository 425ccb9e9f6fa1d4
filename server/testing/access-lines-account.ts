import type { Line } from './access-rules.ts'

/** Calls about what an account says of itself, learns and owes. */
export const ACCOUNT_LINES: Record<string, Line> = {
  'businessDetails.show': { rule: 'memberModule', scope: 'read', ok: 200 },
  'businessDetails.create': {
    rule: 'memberModule',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { name: 'Acme' } }),
  },
  'businessDetails.update': {
    rule: 'memberModule',
    scope: 'write',
    ok: 200,
    foreign: 'hidden',
    input: ({ profile }) => ({
      params: { id: profile.id },
      body: { name: 'Acme', version: profile.version },
    }),
  },
  'billing.portals': { rule: 'wallet', scope: 'read', ok: 200 },
  'billing.alert': { rule: 'wallet', scope: 'read', ok: 200 },
  'billing.setAlert': {
    rule: 'wallet',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { threshold: 100 } }),
  },
  'creditRequests.index': { rule: 'wallet', scope: 'read', ok: 200 },
  'creditRequests.create': {
    rule: 'buyer',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { amount: 5 } }),
  },
  'creditRequests.received': { rule: 'mainUser', scope: 'read', ok: 200 },
  'creditRequests.decide': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    foreign: 'hidden',
    input: ({ creditRequest }) => ({ params: { id: creditRequest }, body: { state: 'done' } }),
  },
  'wallet.grants': { rule: 'wallet', scope: 'read', ok: 200 },
  'wallet.packs': { rule: 'wallet', scope: 'read', ok: 200 },
  'wallet.recharge': { rule: 'wallet', scope: 'read', ok: 200 },
  'wallet.setRecharge': {
    rule: 'wallet',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { enabled: true, threshold: 10, credits: 100, monthly_ceiling: 200 } }),
  },
  'credits.show': {
    rule: 'actingStaff',
    scope: 'read',
    ok: 200,
    input: ({ ownAccount }) => ({ params: { id: ownAccount } }),
  },
  'credits.give': {
    rule: 'actingStaff',
    scope: 'write',
    ok: 200,
    input: ({ ownAccount }) => ({ params: { id: ownAccount }, body: { amount: 5, reason: 'Gift' } }),
  },
  'credits.takeBack': {
    rule: 'actingStaff',
    scope: 'write',
    ok: 200,
    input: ({ ownAccount }) => ({ params: { id: ownAccount }, body: { amount: 1, reason: 'Gift' } }),
  },
  'credits.check': { rule: 'staff', scope: 'admin', ok: 200 },
  'margin.index': { rule: 'seller', scope: 'read', ok: 200 },
  'margin.export': { rule: 'seller', scope: 'export', ok: 200, input: () => ({ body: {} }) },
  'creditPacks.index': { rule: 'seller', scope: 'read', ok: 200 },
  'creditPacks.save': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { packs: [{ name: 'Small', credits: 100, price: 900, currency: 'USD' }] } }),
  },
  'wallet.exportTransactions': {
    rule: 'wallet',
    scope: 'export',
    ok: 200,
    input: () => ({ body: { from: '2026-01-01', to: '2026-01-31' } }),
  },
  'topics.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'courses.index': { rule: 'signedIn', scope: 'read', ok: 200 },
  'courses.items': {
    rule: 'signedIn',
    scope: 'read',
    ok: 200,
    input: ({ course }) => ({ params: { id: course.id } }),
  },
  'courses.mark': {
    rule: 'signedIn',
    scope: 'write',
    ok: 200,
    input: ({ course }) => ({ params: { id: course.item }, body: { done: true } }),
  },
  // Nothing is read: it is no domain.
  'businessDetails.suggest': {
    rule: 'memberModule',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { website: 'localhost' } }),
  },
}
