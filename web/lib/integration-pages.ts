/**
 * The pages under Integration that are built, in their order: the tabs of all of them, and `/integration` leads to the
 * first. A new one is one line here and its page in the route table.
 */
export const INTEGRATION_PAGES = [{ to: '/integration/sources', label: 'Sources' }] as const
