import { reportSize } from './frame-size.ts'
import { solve } from './proof-of-work.ts'

interface Texts {
  submit: string
  working: string
  failed: string
  required: string
  agree: string
  emailWrong: string
  usedUp: string
}
interface PageData {
  lang?: string
  service?: string
  texts?: Texts
  /** Of a report that is not there yet. */
  token?: string
  copy?: string
  copied?: string
}

const ASK_EVERY_MS = 1000
const find = (id: string) => document.getElementById(id)
const data = JSON.parse(find('page-data')?.textContent ?? '{}') as PageData
/** A frame stays one on the next page. */
const search = new URLSearchParams(location.search)
const kept = new URLSearchParams(
  [...search].filter(([name]) => name === 'embed' || name === 'theme'),
).toString()
const goTo = (path: string) => location.assign(kept ? `${path}?${kept}` : path)

function showError(name: string, message: string): void {
  const place = find(`${name}-error`)
  if (place) place.textContent = message
  const input = find(name)
  if (message) input?.setAttribute('aria-invalid', 'true')
  else input?.removeAttribute('aria-invalid')
}

const FIELDS = ['website', 'name', 'email', 'consent'] as const

/** Shows what is missing and moves to the first such field. */
function isComplete(form: HTMLFormElement, texts: Texts): boolean {
  const wrong = FIELDS.filter((name) => {
    const input = form.elements.namedItem(name) as HTMLInputElement
    const isEmpty = name === 'consent' ? !input.checked : input.value.trim() === ''
    const isWrong = name === 'email' && !isEmpty && !input.validity.valid
    const message = isEmpty
      ? name === 'consent'
        ? texts.agree
        : texts.required
      : isWrong
        ? texts.emailWrong
        : ''
    showError(name, message)
    return message !== ''
  })
  if (wrong[0]) find(wrong[0])?.focus()
  return wrong.length === 0
}

async function call(path: string, body?: object): Promise<{ status: number; body: Answer }> {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    credentials: 'omit',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
interface Answer {
  data?: unknown
  message?: string
  fields?: Record<string, string>
}

async function send(form: HTMLFormElement, texts: Texts): Promise<void> {
  const read = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value.trim()
  const challenge = await call(`/api/audit-page/challenge?lang=${data.lang}`)
  if (challenge.status !== 200) return showError('form', challenge.body.message ?? texts.failed)
  const company = read('company')
  const { status, body } = await call('/api/audit-page/requests', {
    website: read('website'),
    name: read('name'),
    email: read('email'),
    consent: true,
    proof: await solve(challenge.body.data),
    lang: data.lang,
    ...(data.service && { service: data.service }),
    ...(company && { company }),
  })
  if (status !== 201) {
    for (const [name, message] of Object.entries(body.fields ?? {})) showError(name, message)
    if (!body.fields || !FIELDS.some((name) => name in (body.fields ?? {})))
      showError('form', body.message ?? texts.failed)
    return
  }
  const { address } = body.data as { address: string | null }
  if (address !== null) return goTo(address)
  form.hidden = true
  const answer = find('answer')
  if (!answer) return
  answer.hidden = false
  answer.textContent = texts.usedUp
}

function prepareForm(form: HTMLFormElement, texts: Texts): void {
  const button = form.querySelector('button') as HTMLButtonElement
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    showError('form', '')
    if (button.disabled || !isComplete(form, texts)) return
    button.disabled = true
    button.textContent = texts.working
    await send(form, texts).catch(() => showError('form', texts.failed))
    button.disabled = false
    button.textContent = texts.submit
  })
}

/** Asks until the report is there, and loads the page again. */
async function waitForReport(token: string): Promise<void> {
  const { status, body } = await call(`/api/audit-reports/${token}`).catch(() => ({
    status: 0,
    body: {} as Answer,
  }))
  const state = (body.data as { state?: string } | undefined)?.state
  if (status === 404 || (status === 200 && state !== 'reading')) return location.reload()
  setTimeout(() => void waitForReport(token), ASK_EVERY_MS)
}

function prepareCopy(button: HTMLElement): void {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}`).catch(() => {})
    button.textContent = data.copied ?? ''
    setTimeout(() => {
      button.textContent = data.copy ?? ''
    }, 2000)
  })
}

reportSize()
const form = find('request')
if (form instanceof HTMLFormElement && data.texts) prepareForm(form, data.texts)
if (data.token) void waitForReport(data.token)
const copy = find('copy')
if (copy) prepareCopy(copy)
