import {
  BLANK_TERMS,
  type LOG_IN_AS,
  PACKAGE_MODULES,
  type PlanTerms,
  PRICED_KINDS,
} from '#contract/accounts/plans.ts'
import { type Currency, formatDecimal, readMinor } from '#contract/core/money.ts'

type Amount = number | ''
type Kind = (typeof PRICED_KINDS)[number]

/** Fields of the editor; amounts of money are decimal text. */
export interface EditorValues {
  name: string
  modules: string[]
  price_minor: string
  currency: Currency
  period: 'month' | 'year' | ''
  set_up_minor: string
  trial_days: Amount
  credits: Amount
  seats: Amount
  audits_per_month: Amount
  prices: Partial<Record<Kind, Amount>>
  support_open_ai_api_key: boolean
  own_key_free: boolean
  ai_credits_per_1000_tokens: Amount
  ai_own_key_credits_per_1000_tokens: Amount
  training_tokens: Amount
  log_in_as: (typeof LOG_IN_AS)[number]
  calls_per_minute: Amount
  wholesale_credits: string
  wholesale_seat: string
  wholesale_modules: Partial<Record<(typeof PACKAGE_MODULES)[number], string>>
}

const decimal = (minor: number, currency: Currency): string =>
  minor === 0 ? '' : formatDecimal(minor, currency)
const numberOr = <F>(value: Amount | undefined, fallback: F): number | F =>
  value === '' || value === undefined ? fallback : Number(value)

/** Converts terms to editor fields. */
export function editorValues(name: string, terms: PlanTerms): EditorValues {
  const currency = terms.currency ?? 'USD'
  const { wholesale } = terms
  return {
    name,
    modules: [...terms.modules],
    price_minor: decimal(terms.price_minor, currency),
    currency,
    period: terms.period ?? '',
    set_up_minor: decimal(terms.set_up_minor, currency),
    trial_days: terms.trial_days || '',
    credits: terms.credits,
    seats: terms.seats ?? '',
    audits_per_month: terms.audits_per_month ?? '',
    prices: terms.credit_prices,
    support_open_ai_api_key: terms.support_open_ai_api_key,
    own_key_free: terms.own_key_free,
    ai_credits_per_1000_tokens: terms.ai_credits_per_1000_tokens ?? '',
    ai_own_key_credits_per_1000_tokens: terms.ai_own_key_credits_per_1000_tokens ?? '',
    training_tokens: terms.training_tokens ?? '',
    log_in_as: terms.log_in_as,
    calls_per_minute: terms.calls_per_minute ?? '',
    wholesale_credits:
      wholesale.credits_1000_minor === null ? '' : formatDecimal(wholesale.credits_1000_minor, currency),
    wholesale_seat: decimal(wholesale.seat_minor, currency),
    wholesale_modules: Object.fromEntries(
      Object.entries(wholesale.modules).map(([slug, minor]) => [slug, decimal(minor, currency)]),
    ),
  }
}

/** A new package: monthly, without credits. */
export const initialValues = (modules: readonly string[]): EditorValues =>
  editorValues('', {
    ...BLANK_TERMS,
    modules: PACKAGE_MODULES.filter((slug) => slug !== 'whitelabel' && modules.includes(slug)),
    period: 'month',
  })

const AMOUNTS = ['price_minor', 'set_up_minor', 'wholesale_credits', 'wholesale_seat'] as const

/** Errors of unreadable amounts, by field. */
export function amountProblems(values: EditorValues): Record<string, string> {
  const { currency } = values
  const wrong = AMOUNTS.filter(
    (name) => values[name].trim() !== '' && readMinor(values[name], currency) === null,
  )
  return Object.fromEntries(
    wrong.map((name) => [name, `Enter an amount in ${currency}, such as ${formatDecimal(4900, currency)}`]),
  )
}

/** Converts editor fields to terms; an empty amount is none. */
export function editorTerms(values: EditorValues): PlanTerms {
  const { currency } = values
  const minor = (text: string | undefined) => (text?.trim() ? (readMinor(text, currency) ?? 0) : 0)
  const prices = PRICED_KINDS.flatMap((kind) => {
    const price = numberOr(values.prices[kind], null)
    return price === null ? [] : [[kind, price]]
  })
  const isReseller = values.modules.includes('whitelabel')
  const modules = PACKAGE_MODULES.map((slug) => [slug, minor(values.wholesale_modules[slug])] as const)
  return {
    modules: values.modules as PlanTerms['modules'],
    credits: numberOr(values.credits, 0),
    period: values.period || null,
    price_minor: minor(values.price_minor),
    currency,
    set_up_minor: minor(values.set_up_minor),
    trial_days: numberOr(values.trial_days, 0),
    seats: numberOr(values.seats, null),
    audits_per_month: numberOr(values.audits_per_month, null),
    credit_prices: Object.fromEntries(prices),
    support_open_ai_api_key: values.support_open_ai_api_key,
    own_key_free: values.own_key_free,
    ai_credits_per_1000_tokens: numberOr(values.ai_credits_per_1000_tokens, null),
    ai_own_key_credits_per_1000_tokens: numberOr(values.ai_own_key_credits_per_1000_tokens, null),
    training_tokens: numberOr(values.training_tokens, null),
    log_in_as: values.log_in_as,
    calls_per_minute: numberOr(values.calls_per_minute, null),
    wholesale: {
      credits_1000_minor:
        isReseller && values.wholesale_credits.trim() ? minor(values.wholesale_credits) : null,
      seat_minor: isReseller ? minor(values.wholesale_seat) : 0,
      modules: Object.fromEntries(isReseller ? modules.filter(([, price]) => price > 0) : []),
    },
  }
}
