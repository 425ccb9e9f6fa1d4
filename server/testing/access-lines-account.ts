import { randomUUID } from 'node:crypto'
import type { CallRecords, Line } from './access-rules.ts'

const NO_PACKAGE = { id: 2_000_000_000 }

const freshKit = () => `Kit ${randomUUID().slice(0, 8)}`
const ofKit = {
  rule: 'mainUser',
  scope: 'write',
  ok: 200,
  foreign: 'hidden',
  input: ({ kit }: CallRecords) => ({ params: { id: kit } }),
} as const satisfies Line
const ofRollout = {
  ...ofKit,
  input: ({ kitRollout }: CallRecords) => ({ params: { id: kitRollout } }),
} as const satisfies Line

/** Calls about an account's profile, training and billing. */
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
  'kits.library': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.ofLibrary': {
    rule: 'mainUser',
    scope: 'read',
    ok: 200,
    input: () => ({ params: { name: 'recruiter' } }),
  },
  'kits.export': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.diff': {
    rule: 'mainUser',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { document: { kit: 'Matrix' } } }),
  },
  'kits.apply': {
    rule: 'mainUser',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { document: { kit: 'Matrix' } } }),
  },
  'kits.uses': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.rollBack': { rule: 'mainUser', scope: 'write', ok: 404, input: () => ({ params: { id: 999_999 } }) },
  'kits.index': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.create': {
    rule: 'mainUser',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { name: freshKit(), document: { kit: 'Matrix' } } }),
  },
  'kits.show': { ...ofKit, scope: 'read' },
  'kits.update': {
    ...ofKit,
    input: ({ kit }) => ({ params: { id: kit }, body: { description: 'For agencies' } }),
  },
  'kits.addVersion': {
    ...ofKit,
    ok: 201,
    input: ({ kit }) => ({
      params: { id: kit },
      body: { document: { kit: 'Matrix', labels: { [freshKit()]: {} } } },
    }),
  },
  'kits.version': {
    ...ofKit,
    scope: 'read',
    input: ({ kit }) => ({ params: { id: kit, number: 1 } }),
  },
  'kits.accounts': { ...ofKit, scope: 'read' },
  'kits.share': ofKit,
  'kits.unshare': ofKit,
  'kits.preview': {
    ...ofKit,
    scope: 'read',
    input: ({ kit }) => ({ params: { id: kit }, body: { on_kit: true } }),
  },
  // No caller has such a package.
  'kits.previewDocument': {
    rule: 'mainUser',
    scope: 'read',
    ok: 404,
    input: () => ({ body: { document: { kit: 'Matrix' }, package_id: NO_PACKAGE.id } }),
  },
  // Nobody has it.
  'kits.rollOut': {
    ...ofKit,
    ok: 409,
    input: ({ kit }) => ({ params: { id: kit }, body: { on_kit: true } }),
  },
  'kits.targets': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.rollOuts': { rule: 'mainUser', scope: 'read', ok: 200 },
  'kits.rollOuts.show': { ...ofRollout, scope: 'read' },
  'kits.rollOuts.accounts': { ...ofRollout, scope: 'read' },
  'kits.rollOuts.stop': ofRollout,
  // It has changed nothing yet.
  'kits.rollOuts.rollBack': { ...ofRollout, ok: 409 },
  'kits.delete': ofKit,
  'kits.shared': { rule: 'open', ok: 404, input: () => ({ params: { token: `kit_${'x'.repeat(43)}` } }) },
  'kits.sharedFile': { rule: 'open', ok: 404, input: () => ({ params: { token: `kit_${'x'.repeat(43)}` } }) },
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
  // A package that no caller has.
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
  'payKickstart.show': { rule: 'seller', scope: 'read', ok: 200 },
  'payKickstart.save': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { portal_id: null, campaigns: [], products: [] } }),
  },
  'payKickstart.remove': { rule: 'seller', scope: 'write', ok: 200 },
  // A checkout that does not exist.
  'payments.checkoutState': { rule: 'open', ok: 404, input: () => ({ params: { session: 'cs_test_0000' } }) },
  'packages.public': { rule: 'open', ok: 200 },
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
  'sales.report': { rule: 'seller', scope: 'read', ok: 200 },
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
  // Nothing is fetched, because it is not a domain.
  'businessDetails.suggest': {
    rule: 'memberModule',
    scope: 'read',
    ok: 200,
    input: () => ({ body: { website: 'localhost' } }),
  },
}
