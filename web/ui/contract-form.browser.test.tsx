import { TextInput } from '@mantine/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCESS_TOKEN_KEY } from '#contract/core/constants.ts'
import { createList, renameList } from '#contract/leads/lists.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { expectAccessible, show } from '../testing/show.tsx'
import { ContractForm } from './contract-form.tsx'

type Sent = { url: string; body: unknown; key: string | null }
let sent: Sent[] = []
let answers: (() => Promise<Response>)[] = []

const json = (status: number, body: object) => async () => Response.json(body, { status })
const done = json(200, { data: {}, message: 'The list has a new name.' })
const noNetwork = async () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  sent = []
  answers = []
  localStorage.setItem(ACCESS_TOKEN_KEY, 'test')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ url, body: JSON.parse(String(init.body)), key })
    return answers.shift()?.()
  })
})
afterEach(() => localStorage.clear())

function Rename({ onSuccess = () => {} }: { onSuccess?: () => void }) {
  const form = useContractForm(renameList, { initial: { name: '' }, params: { id: 7 }, onSuccess })
  return (
    <ContractForm form={form} submitLabel="Rename">
      <TextInput {...form.field('name')} label="Name" />
    </ContractForm>
  )
}

function Create() {
  const form = useContractForm(createList, {
    initial: { name: '' },
    body: (values) => ({ ...values, type: 'local' as const, search: { source: 'sample' } }),
  })
  return (
    <ContractForm form={form} submitLabel="Create">
      <TextInput {...form.field('name')} label="Name" />
    </ContractForm>
  )
}

/** A field that keeps its own value, like those of the sign-in forms. */
function SignIn() {
  const form = useContractForm(renameList, { initial: { name: '' }, params: { id: 7 } })
  return (
    <ContractForm form={form} submitLabel="Rename">
      <TextInput name="name" label="Name" error={form.errors.name} />
    </ContractForm>
  )
}

const name = page.getByRole('textbox', { name: 'Name' })
const button = page.getByRole('button', { name: 'Rename' })

test('a form shows schema errors at the field before sending, and clears them once fixed', async () => {
  await show(<Rename />)
  await button.click()
  await expect.element(page.getByText('Field is required')).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please fill out all the empty fields')
  await expect.element(name).toHaveFocus()
  await expectAccessible()
  expect(sent).toEqual([])
  await name.fill('Bars')
  await expect.element(page.getByText('Field is required')).not.toBeInTheDocument()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a form shows the server’s message on success', async () => {
  answers = [done]
  const onSuccess = vi.fn()
  await show(<Rename onSuccess={onSuccess} />)
  await name.fill('Bars')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The list has a new name.')).toBeVisible()
  expect(onSuccess).toHaveBeenCalledOnce()
  expect(sent).toEqual([{ url: '/api/campaigns/7', body: { name: 'Bars' }, key: null }])
})

test('a form shows a field error of the server until the value changes', async () => {
  answers = [
    json(422, { code: 'validation_failed', message: 'Please check.', fields: { name: 'Taken already' } }),
  ]
  await show(<Rename />)
  await name.fill('Bars')
  await button.click()
  await expect.element(page.getByText('Taken already')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(page.getByText('Please check.').elements()).toEqual([])
  await expectAccessible()
  await name.fill('Pubs')
  await expect.element(page.getByText('Taken already')).not.toBeInTheDocument()
})

test('a form shows a general error above its buttons', async () => {
  answers = [json(409, { code: 'conflict', message: 'Somebody else was faster.' })]
  await show(<Rename />)
  await name.fill('Bars')
  await button.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Somebody else was faster.' })).toBeVisible()
  await expectAccessible()
})

test('a form reports a missing network and keeps the input', async () => {
  answers = [noNetwork]
  await show(<Rename />)
  await name.fill('Bars')
  await button.click()
  await expect.element(page.getByText(/^We couldn’t reach the server/)).toBeVisible()
  await expect.element(name).toHaveValue('Bars')
})

test('a double submit sends one request', async () => {
  const gate = Promise.withResolvers<Response>()
  answers = [() => gate.promise]
  await show(<Rename />)
  await name.fill('Bars')
  await userEvent.keyboard('{Enter}{Enter}')
  gate.resolve(Response.json({ data: {} }))
  await expect.element(button).toBeEnabled()
  expect(sent).toHaveLength(1)
})

test('the same input keeps its idempotency key until it succeeds', async () => {
  const refused = json(402, { code: 'insufficient_credits', message: 'Not enough credits.' })
  answers = [refused, done, done]
  await show(<Create />)
  await name.fill('Bars')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByText('Not enough credits.')).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByText('Not enough credits.')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => sent.length).toBe(3)
  const [first, second, third] = sent.map(({ key }) => key)
  expect(first).toBe(second)
  expect(third).not.toBe(second)
})

test('a form reads a value filled in silently by a password manager', async () => {
  answers = [done]
  await show(<SignIn />)
  ;(name.element() as HTMLInputElement).value = 'Filled in'
  await button.click()
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ name: 'Filled in' }])
})
