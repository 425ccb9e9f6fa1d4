import type { Liquid } from 'liquidjs'
import { type AiListType, isAiField } from '#contract/ai/ai-prompt-types.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { listFields } from '#contract/leads/list-types/index.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import { onFirstUse } from '#server/platform/first-use.ts'

const BUSINESS = {
  name: 'Name of your business',
  description: 'What your business does',
  offer: 'Your offer',
  proof: 'Proof',
  tone: 'Tone',
  website: 'Your website',
} as const
export type BusinessVariable = keyof typeof BUSINESS
export const BUSINESS_VARIABLES = Object.keys(BUSINESS) as BusinessVariable[]

/** Fields of no use to a writer, and contacts, which no model needs to see. */
const EXCLUDED = new Set(
  `labels lead_status source why added_at lat lon email phone email_state email_kind email_search
  email_search_reason email_search_sources email_search_at`.split(/\s+/),
)

/** Lead fields that a prompt may use. */
export const promptFields = (type: AiListType, custom: readonly FieldDefinition[] = []): FieldDefinition[] =>
  listFields(type, custom).filter(({ name }) => !EXCLUDED.has(name) && !isAiField(name))

export const promptVariables = (type: AiListType, custom: readonly FieldDefinition[] = []) => [
  ...promptFields(type, custom).map(({ name, label }) => ({ name: `lead.${name}`, label })),
  ...BUSINESS_VARIABLES.map((name) => ({ name: `business.${name}`, label: BUSINESS[name] })),
]

const liquid = onFirstUse<typeof import('liquidjs')>('liquidjs')
// A prompt is rendered for each lead during concurrent work: it may contain conditions, but no loops.
const ALLOWED = new Set(['if', 'unless', 'case', 'assign', 'capture', 'comment', 'raw', '#', 'echo'])

/** No files are read or included, and rendering cost is bounded. */
function createEngine(): Liquid {
  const restricted = new (liquid().Liquid)({
    ownPropertyOnly: true,
    strictFilters: true,
    relativeReference: false,
    fs: {
      exists: async () => false,
      existsSync: () => false,
      readFile: async () => '',
      readFileSync: () => '',
      resolve: (_dir: string, file: string) => file,
    },
    renderLimit: 200,
    memoryLimit: 100_000,
    parseLimit: 10_000,
  })
  for (const name of Object.keys(restricted.tags)) if (!ALLOWED.has(name)) delete restricted.tags[name]
  return restricted
}

let cached: Liquid | undefined
const engine = (): Liquid => {
  cached ??= createEngine()
  return cached
}

/**
 * Checks a prompt's text: that it parses and names only known variables.
 * @throws AppError validation_failed at `text`, with the name of the first unknown variable.
 */
export function checkPromptText(text: string, type: AiListType, custom: readonly FieldDefinition[]): void {
  let named: string[]
  try {
    const template = engine().parse(text)
    named = engine().globalFullVariablesSync(template).map(String)
  } catch (cause) {
    const line = cause instanceof Error ? cause.message.split('\n')[0] : 'it cannot be read'
    throw Object.assign(invalidField('text', `We couldn’t read the text: ${line}`), { cause })
  }
  const known = new Set(promptVariables(type, custom).map(({ name }) => name))
  const unknown = named.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw invalidField('text', `There is no variable {{ ${unknown} }}. Choose one from the list`)
}

export interface PromptValues {
  lead: Readonly<Record<string, string>>
  business: Readonly<Record<string, string>>
}

/**
 * A rendered prompt; a missing value renders empty.
 * @throws AppError conflict when it cannot be rendered, which checkPromptText normally prevents.
 */
export function renderPrompt(text: string, values: PromptValues): string {
  try {
    return engine()
      .parseAndRenderSync(text, values as unknown as object)
      .replace(/[ \t]{2,}/g, ' ')
      .trim()
  } catch (cause) {
    const line = cause instanceof Error ? cause.message.split('\n')[0] : 'it cannot be read'
    throw conflict(`We couldn’t fill in a prompt: ${line}. Edit the prompt and try again`, { cause })
  }
}
