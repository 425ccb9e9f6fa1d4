import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { type Html, html } from '#server/platform/html/html.ts'
import type { FormWords } from './form-words.ts'
import type { FormRow } from './forms-store.ts'
import type { Question } from './read-submission.ts'

/** Names of what a form sends beside the answers, which begin with `field.`. */
export const SENT = {
  proof: 'proof',
  /** What the page showed, which the proof is signed for. */
  consent: 'consent_text',
  agreed: 'agreed',
  /** People don’t see it; programs fill it in. */
  trap: 'company_fax',
} as const
export const answerName = (field: string): string => `field.${field}`

/** What a visitor has entered, and what is wrong with it. */
export interface Entered {
  answers: Readonly<Record<string, string>>
  agreed: boolean
  errors: Readonly<Record<string, string>>
  /** Above the form. */
  problem?: string
}
export const NOTHING_ENTERED: Entered = { answers: {}, agreed: false, errors: {} }

const INPUTS: Partial<Record<FieldDefinition['kind'], { type: string; inputmode?: string }>> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  // Not `url`: people leave https:// out.
  url: { type: 'text', inputmode: 'url' },
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
}

/** What a browser may fill in. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  website: 'url',
  company: 'organization',
  position: 'organization-title',
  street: 'street-address',
  city: 'address-level2',
  region: 'address-level1',
  postal_code: 'postal-code',
  country: 'country-name',
}

function control(
  { field, definition, required, long, help }: Question,
  entered: Entered,
  words: FormWords,
): Html {
  const value = entered.answers[field] ?? ''
  const isWrong = entered.errors[field] !== undefined
  const shared = html`id="${answerName(field)}" name="${answerName(field)}"${required && html` required`}${
    isWrong && html` aria-invalid="true"`
  } aria-describedby="${answerName(field)}-error${help ? ` ${answerName(field)}-help` : ''}"`
  if (definition.choices)
    return html`<select ${shared}><option value="">${words.choose}</option>${definition.choices.map(
      (choice) => html`<option${choice === value && html` selected`}>${choice}</option>`,
    )}</select>`
  if (long) return html`<textarea ${shared} rows="5" maxlength="2000">${value}</textarea>`
  const { type, inputmode } = INPUTS[definition.kind] ?? { type: 'text' }
  const filled = AUTOCOMPLETE[field]
  return html`<input ${shared} type="${type}"${inputmode && html` inputmode="${inputmode}"`}${
    filled && html` autocomplete="${filled}"`
  } maxlength="2000" value="${value}">`
}

const question = (one: Question, entered: Entered, words: FormWords): Html => html`<div class="field">
<label for="${answerName(one.field)}">${one.label}${
  one.required && html` <span class="required" aria-hidden="true">*</span>`
}</label>
${one.help && html`<span class="help" id="${answerName(one.field)}-help">${one.help}</span>`}
${control(one, entered, words)}
<span class="error" id="${answerName(one.field)}-error">${entered.errors[one.field]}</span>
</div>`

const consentBox = (text: string, entered: Entered): Html => html`<div class="check">
<input type="checkbox" id="${SENT.agreed}" name="${SENT.agreed}" value="yes" required${
  entered.agreed && html` checked`
} aria-describedby="${SENT.agreed}-error">
<label for="${SENT.agreed}">${text}</label>
<span class="error" id="${SENT.agreed}-error">${entered.errors[SENT.agreed]}</span>
</div>
<input type="hidden" name="${SENT.consent}" value="${text}">`

/** The form itself. `action` is its own address. */
export const formBody = (
  form: Pick<FormRow, 'heading' | 'intro' | 'consent' | 'submit_label'>,
  questions: readonly Question[],
  { action, entered, words }: { action: string; entered: Entered; words: FormWords },
): Html => html`<section class="form-page">
<h1>${form.heading}</h1>
${form.intro && html`<p class="lead">${form.intro}</p>`}
<form class="card fields" method="post" action="${action}" data-proved>
<p class="error" role="alert" id="problem">${entered.problem}</p>
${questions.map((one) => question(one, entered, words))}
<div class="trap" aria-hidden="true"><label>${words.trap}<input name="${SENT.trap}" tabindex="-1" autocomplete="off"></label></div>
${form.consent && consentBox(form.consent, entered)}
<input type="hidden" name="${SENT.proof}" value="">
<noscript><p class="error">${words.noScript}</p></noscript>
<button class="button wide" type="submit">${form.submit_label}</button>
</form>
</section>`

/** A page that says one thing. */
export const noticeBody = (title: string, text: string, more: Html | null = null): Html =>
  html`<section class="notice"><h1>${title}</h1><p>${text}</p>${more}</section>`

export const linkButton = (url: string, label: string): Html =>
  html`<p><a class="button" href="${url}">${label}</a></p>`
