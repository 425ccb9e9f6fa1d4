import { type PlanTerms, PRICED_KIND_LABELS, PRICED_KINDS } from '#contract/accounts/plans.ts'
import { MAX_TRAINING_ALLOWANCE, MODULE_LABELS, type ModuleSlug } from '#contract/core/constants.ts'
import { counted } from '#contract/core/plural.ts'
import type { OwnTerms } from './terms-along-tree.ts'

export interface Problem {
  field: string
  message: string
}

export const moduleName = (slug: string) => MODULE_LABELS[slug as ModuleSlug] ?? slug

const credits = (count: number) => counted(count, 'credit')

function pricesBelow(terms: PlanTerms, own: OwnTerms): Problem[] {
  const below = PRICED_KINDS.filter((kind) => (terms.credit_prices[kind] ?? Infinity) < own.prices[kind])
  const found = below.map((kind) => ({
    field: 'credit_prices',
    message: `${PRICED_KIND_LABELS[kind]} must cost at least ${credits(own.prices[kind])}: your own account pays that much`,
  }))
  const ai = [
    ['ai_credits_per_1000_tokens', 'credits_per_1000_tokens', ''],
    ['ai_own_key_credits_per_1000_tokens', 'own_key_credits_per_1000_tokens', ' with their own key'],
  ] as const
  for (const [field, name, when] of ai)
    if ((terms[field] ?? Infinity) < own.ai[name])
      found.push({
        field,
        message: `1,000 tokens of AI text${when} must cost at least ${credits(own.ai[name])}: your own account pays that much`,
      })
  return found
}

/** What a package would give beyond its seller's own terms; `own` is undefined for the installation. */
export function beyondSeller(
  { modules, own }: { modules: readonly string[]; own: OwnTerms | undefined },
  terms: PlanTerms,
): Problem[] {
  const found = terms.modules
    .filter((slug) => !modules.includes(slug))
    .map((slug) => ({ field: 'modules', message: `Your own account doesn’t include ${moduleName(slug)}` }))
  const most = Math.min(MAX_TRAINING_ALLOWANCE, own?.ai.training_tokens ?? MAX_TRAINING_ALLOWANCE)
  if ((terms.training_tokens ?? 0) > most)
    found.push({
      field: 'training_tokens',
      message: `AI training can have at most ${most.toLocaleString('en')} tokens${own && most < MAX_TRAINING_ALLOWANCE ? ': your own account has that many' : ''}`,
    })
  if (!own) return found
  if (terms.support_open_ai_api_key && !own.hasModel)
    found.push({
      field: 'support_open_ai_api_key',
      message:
        'Your own account can’t use the platform’s AI model. Turn AI text without their own key off, or connect a model of yours under Integration, OpenAI',
    })
  if (terms.own_key_free && !own.ownKeyFree)
    found.push({
      field: 'own_key_free',
      message: 'Leads can’t be free with their own source key: your own account pays for them',
    })
  return [...found, ...pricesBelow(terms, own)]
}
