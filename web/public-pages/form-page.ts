import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { reportSize, sendOn } from './frame-size.ts'

/** What the server says to the page; empty on pages that only say something. */
interface PageData {
  challenge?: Challenge
  working?: string
  insecure?: string
  failed?: string
  /** Where a visitor goes after sending. */
  goTo?: string
}

const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as PageData
const form = document.querySelector<HTMLFormElement>('form[data-proved]')

const encode = (value: unknown): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))

let work: Promise<string | null> | undefined
/** The proof of work for this page, worked out once; null if that failed. */
function prove({ challenge }: PageData): Promise<string | null> {
  work ??= challenge
    ? solveChallenge({ challenge, deriveKey }).then(
        (solution) => solution && encode({ challenge, solution }),
        () => null,
      )
    : Promise.resolve(null)
  return work
}

function say(text: string | undefined): void {
  const problem = document.getElementById('problem')
  if (problem) problem.textContent = text ?? ''
}

/** A browser calculates only where nobody can read along: not within a page without https. */
function sayInsecure(): void {
  say(`${data.insecure}: `)
  const link = document.createElement('a')
  link.href = location.pathname
  link.target = '_blank'
  link.textContent = location.host
  document.getElementById('problem')?.append(link)
}

async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  const label = button?.textContent ?? ''
  if (button) {
    button.disabled = true
    button.textContent = data.working ?? label
  }
  const proof = await prove(data)
  if (proof !== null) {
    const input = form.elements.namedItem('proof')
    if (input instanceof HTMLInputElement) input.value = proof
    return form.submit()
  }
  say(data.failed)
  work = undefined
  if (button) {
    button.disabled = false
    button.textContent = label
  }
}

if (form) {
  if (!isSecureContext) sayInsecure()
  // Begun while somebody types, so that sending doesn’t wait.
  form.addEventListener('focusin', () => void prove(data), { once: true })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isSecureContext) void send(form, form.querySelector('button[type=submit]'))
  })
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
if (data.goTo) sendOn(data.goTo)
reportSize()
