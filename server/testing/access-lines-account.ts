import type { Line } from './access-rules.ts'

const NO_PACKAGE = { id: 2_000_000_000 }

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
  'packages.index': { rule: 'seller', scope: 'read', ok: 200 },
  'packages.create': { rule: 'seller', scope: 'write', ok: 201, input: () => ({ body: { name: 'Matrix' } }) },
  'packages.check': { rule: 'seller', scope: 'read', ok: 200, input: () => ({ body: {} }) },
  // Everybody names a package that they have not made.
  'packages.show': { rule: 'seller', scope: 'read', ok: 404, input: () => ({ params: NO_PACKAGE }) },
  'packages.update': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: NO_PACKAGE, body: { credits: 1 } }),
  },
  'packages.publish': { rule: 'seller', scope: 'write', ok: 404, input: () => ({ params: NO_PACKAGE }) },
  'packages.archive': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: NO_PACKAGE, body: { archived: true } }),
  },
  'packages.offers': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: NO_PACKAGE, body: { coupons: [], add_ons: [] } }),
  },
  'packages.salesSettings': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: NO_PACKAGE, body: { is_public: true } }),
  },
  'packages.previewMove': { rule: 'seller', scope: 'read', ok: 404, input: () => ({ params: NO_PACKAGE }) },
  'packages.move': { rule: 'seller', scope: 'write', ok: 404, input: () => ({ params: NO_PACKAGE }) },
  'packages.undoMove': {
    rule: 'seller',
    scope: 'write',
    ok: 404,
    input: () => ({ params: { ...NO_PACKAGE, moveId: 1 } }),
  },
  'packages.salesPage': { rule: 'open', ok: 404, input: () => ({ params: NO_PACKAGE }) },
  'packages.request': {
    rule: 'open',
    ok: 404,
    input: () => ({ params: NO_PACKAGE, body: { name: 'Vic', email: 'vic@people.example' } }),
  },
  'upgrade.show': { rule: 'signedIn', scope: 'read', ok: 200 },
  'upgrade.request': {
    rule: 'wallet',
    scope: 'write',
    ok: 404,
    input: () => ({ body: { package_id: NO_PACKAGE.id } }),
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
  'courses.page': {
    rule: 'signedIn',
    scope: 'read',
    ok: 200,
    input: ({ course }) => ({ params: { id: course.item } }),
  },
  'courses.search': {
    rule: 'signedIn',
    scope: 'read',
    ok: 200,
    input: () => ({ query: { search: 'leads' } }),
  },
  'courses.members': { rule: 'mainUser', scope: 'read', ok: 200 },
  // Nothing is read: it is no domain.
  'businessDetails.suggest': {
    rule: 'memberModule',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { website: 'localhost' } }),
  },
}
