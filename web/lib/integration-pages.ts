interface IntegrationEntry {
  to: string
  label: string
  /** For owners of the account only. */
  mainUser?: true
}

/**
 * The pages under Integration that are built, in their order: the tabs of all of them, and `/integration` leads to the
 * first. A new one is one line here and its page in the route table.
 */
export const INTEGRATION_PAGES = [
  { to: '/integration/sources', label: 'Sources' },
  { to: '/integration/open-ai', label: 'OpenAI' },
  { to: '/integration/crm', label: 'CRM' },
  { to: '/integration/crm-fields', label: 'CRM fields' },
  { to: '/integration/webhook', label: 'Webhooks', mainUser: true },
] as const satisfies readonly IntegrationEntry[]

/** Address of one of them. */
export type IntegrationPath = (typeof INTEGRATION_PAGES)[number]['to']
