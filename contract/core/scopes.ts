/**
 * Scopes of API keys. A key reaches only endpoints that name one of its scopes; an endpoint without a scope needs a
 * signed-in person (keys, passwords, second factor, team).
 */
export const API_SCOPES = ['read', 'write', 'spend', 'export', 'admin'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** Description of each scope, for the key page and the documents. */
export const API_SCOPE_LABELS: Record<ApiScope, string> = {
  read: 'See lists, leads, runs, credits and quotes',
  write: 'Create, change and delete lists and leads, upload files',
  spend: 'Start work that costs credits',
  export: 'Download data',
  admin: 'Administration, where the person is an administrator',
}
