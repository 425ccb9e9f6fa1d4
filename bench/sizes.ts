/**
 * Sizes of each benchmark: a quick look, full ones with --full, and the main paths alone with --gates. Every
 * benchmark at every size has a figure in `expected.json`.
 */
export const SIZES = {
  small: {
    lists: [10_000, 50_000],
    exports: [10_000, 50_000],
    'exports-beside': [50_000, 200_000],
    imports: [20_000, 100_000],
    'lead-imports': [20_000, 100_000],
    links: [5000, 20_000],
    edits: [50_000],
    sources: [20_000, 100_000],
    crowd: [25_000, 100_000],
    crawl: [500, 2000],
    'find-emails': [250, 1000],
    'check-websites': [250, 1000],
    mixed: [100_000],
    accounts: [10_000, 100_000],
    jobs: [500, 2500],
    search: [100_000, 1_000_000],
    pages: [1],
    users: [10_000, 100_000],
    audit: [50_000, 200_000],
    'alike-leads': [2500, 10_000],
    'alike-domain': [12_500, 50_000],
    'custom-fields': [25, 100],
    'large-account': [50_000, 200_000],
    'large-seller': [10_000, 100_000],
    webhooks: [2500, 10_000],
  },
  full: {
    lists: [10_000, 50_000],
    exports: [50_000, 1_000_000],
    'exports-beside': [200_000, 1_000_000],
    imports: [100_000, 1_000_000],
    'lead-imports': [100_000, 1_000_000],
    links: [5000, 20_000],
    edits: [50_000],
    sources: [100_000, 1_000_000],
    crowd: [100_000, 400_000],
    crawl: [500, 5000],
    'find-emails': [250, 1000],
    'check-websites': [250, 1000],
    mixed: [1_000_000],
    accounts: [10_000, 100_000],
    jobs: [2000, 10_000],
    search: [1_000_000, 5_000_000],
    pages: [1],
    users: [100_000, 400_000],
    audit: [100_000, 1_000_000],
    'alike-leads': [2500, 10_000],
    'alike-domain': [12_500, 50_000],
    'custom-fields': [25, 100],
    'large-account': [250_000, 1_000_000],
    'large-seller': [10_000, 100_000],
    webhooks: [2500, 10_000],
  },
  gates: {
    lists: [10_000],
    exports: [10_000],
    'lead-imports': [20_000],
    edits: [50_000],
    sources: [20_000],
    'find-emails': [250],
    jobs: [500],
    pages: [1],
  },
} as const satisfies Record<string, Record<string, readonly number[]>>

export type Form = keyof typeof SIZES
export type BenchmarkName = keyof (typeof SIZES)['small']

/** Leads of the account whose lists are measured. */
export const LEADS_IN_ALL: Record<Form, number> = { small: 100_000, full: 1_000_000, gates: 10_000 }
