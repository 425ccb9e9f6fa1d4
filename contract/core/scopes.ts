/**
 * What an API key may be allowed to do. A key reaches only endpoints that name one of its scopes; an endpoint
 * without a scope needs a person who has signed in (keys, passwords, second factor, team).
 */
export const API_SCOPES = ['read', 'write', 'spend', 'export', 'admin'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** One sentence per scope, for the page where keys are made and for the documents. */
export const API_SCOPE_LABELS: Record<ApiScope, string> = {
  read: 'See lists, leads, runs, credits and quotes',
  write: 'Create, change and delete lists and leads, upload files',
  spend: 'Start work that costs credits',
  export: 'Download data',
  admin: 'Administration, where the person is an administrator',
}
