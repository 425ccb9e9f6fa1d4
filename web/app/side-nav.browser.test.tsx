import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aiTexts } from '#contract/ai/ai-text.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { SideNav } from './side-nav.tsx'

const sidebar = () => show(<SideNav narrow={false} onToggle={() => undefined} />)

test('pages of the platform are behind a section that is closed at first', async () => {
  await fakeServer().signIn()
  await sidebar()
  await expect.element(page.getByRole('link', { name: 'Plans' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Jobs' }).elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Platform' }))
  await expect.element(page.getByRole('link', { name: 'Jobs' })).toBeVisible()
  await expectAccessible()
})

test('texts that wait for review are counted beside the AI Assistant', async () => {
  const server = await fakeServer().signIn(['leads'])
  server.answer(aiTexts, { ...pageOf([]), total: 12 } as never)
  await sidebar()
  await expect.element(page.getByRole('link', { name: 'AI Assistant, 12 texts to review' })).toBeVisible()
})
