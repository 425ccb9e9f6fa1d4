import type { Line } from './access-rules.ts'

const NO_PACKAGE = 999_999_999
const CSV = 'email,company\nann@acme.example,Acme'

/** Accounts that resellers and the platform sell to. The matrix's owner is a customer of the platform. */
export const SUBSCRIPTION_LINES: Record<string, Line> = {
  'subscriptions.index': { rule: 'seller', scope: 'read', ok: 200 },
  'subscriptions.packages': { rule: 'seller', scope: 'read', ok: 200 },
  'subscriptions.show': {
    rule: 'actingStaff',
    scope: 'read',
    ok: 200,
    input: ({ account }) => ({ params: { id: account } }),
  },
  // A package that does not exist.
  'subscriptions.create': {
    rule: 'seller',
    scope: 'write',
    ok: 422,
    input: () => ({ body: { email: 'ann@acme.example', company: 'Acme', package_id: NO_PACKAGE } }),
  },
  'subscriptions.previewImport': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { csv: CSV } }),
  },
  'subscriptions.import': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { csv: CSV } }),
  },
  // Nothing was cancelled, so there is nothing to undo.
  'subscriptions.change': {
    rule: 'actingStaff',
    scope: 'write',
    ok: 409,
    input: ({ account }) => ({ params: { id: account }, body: { action: 'undo_cancel' } }),
  },
  // Its owner has a password.
  'subscriptions.invite': {
    rule: 'actingStaff',
    scope: 'write',
    ok: 409,
    input: ({ account }) => ({ params: { id: account } }),
  },
  'subscriptions.correct': {
    rule: 'actingStaff',
    scope: 'write',
    ok: 200,
    input: ({ account }) => ({ params: { id: account }, body: { company: 'Corrected' } }),
  },
  'accessPolicy.show': { rule: 'seller', scope: 'read', ok: 200 },
  'accessPolicy.set': {
    rule: 'seller',
    scope: 'write',
    ok: 200,
    input: () => ({ body: { read_only_after_days: 3, locked_after_days: 9 } }),
  },
  'subscriptions.usage': { rule: 'seller', scope: 'read', ok: 200 },
  'subscriptions.exportUsage': { rule: 'seller', scope: 'export', ok: 200, input: () => ({ body: {} }) },
}
