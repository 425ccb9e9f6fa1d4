import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  contentCourses,
  contentTopics,
  createCourse,
  createPage,
  deletePage,
  editedPage,
  publishPage,
  saveDraft,
} from '#contract/branding/training-content.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  customer = await t.account({ parent: reseller })
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

async function newPage(author: TestUser, title: string, html: string) {
  const { data: topics } = (await t.call(contentTopics, {}, author)).body
  const body = { topic_id: topics[0]!.id, title: `Course of ${title}` }
  const course = (await t.call(createCourse, { body }, author)).body.data
  const input = { params: { id: course.id }, body: { title, html } }
  const page = (await t.call(createPage, input, author)).body.data
  return { course, page }
}

/** Previews the page open in the editor and adds a video, after one from a host that is not allowed. */
async function addVideo(page: Page, text: string) {
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByText(text).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Video' }).click()
  await page.getByLabel('Address of the video').fill('https://evil.example/watch?v=dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'Add video' }).click()
  await page.getByText('Videos can be embedded from YouTube, Vimeo, Loom and Wistia').waitFor()
  await page.getByLabel('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByRole('button', { name: 'Add video' }).click()
  await page.getByText('YouTube: https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ').waitFor()
  await expectAccessible(page)
}

it('takes a course from its first draft to a customer, hides it and shows it again', async () => {
  const author = await openPage(url, { as: reseller })
  const { page } = author
  await page.goto('/whitelabel/training-content')
  await page.getByRole('row', { name: /From nothing to verified leads/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create course' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('House rules')
  await dialog.getByRole('button', { name: 'Create course' }).click()
  await page.getByText('Readers see the course once you publish a page.').waitFor()
  for (const title of ['Second', 'First']) {
    await page.getByRole('link', { name: 'Add page' }).first().click()
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Create page' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill(`Words of ${title}`)
    if (title === 'First') await addVideo(page, `Words of ${title}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Page published').waitFor()
    await page.getByRole('link', { name: 'Back to the course' }).click()
  }
  await page.getByRole('button', { name: 'Move First up' }).click()
  await page.getByText('First, 1 of 2').waitFor()
  await author.waitForRequests()
  await expectAccessible(page)

  const reader = await openPage(url, { as: customer })
  await reader.page.goto('/onboarding')
  await reader.page.getByRole('link', { name: /House rules/ }).click()
  await reader.page.getByRole('heading', { name: 'First', exact: true }).waitFor()
  await reader.page.getByText('Words of First').waitFor()
  await reader.page.getByRole('button', { name: 'Play video from YouTube' }).waitFor()
  await reader.page.getByRole('button', { name: 'Done, next page' }).click()
  await reader.page.getByText('Words of Second').waitFor()
  await visit(reader.page, '/onboarding')
  await reader.page.getByRole('link', { name: 'Continue course' }).click()
  await reader.page.getByText('Words of Second').waitFor()
  await visit(reader.page, '/onboarding')
  await reader.page.getByLabel('Search courses').fill('words second')
  await reader.page.getByText('1 page found').waitFor()
  await expectAccessible(reader.page)
  await visit(reader.page, '/onboarding?view=team')
  await reader.page.getByText('House rules · 1 of 2 done').waitFor()
  await expectAccessible(reader.page)

  await page.getByRole('button', { name: 'Actions for House rules' }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await page.getByText('“House rules” is hidden').waitFor()
  await reader.page.goto('/onboarding')
  await reader.page.getByRole('link', { name: /From nothing/ }).waitFor()
  expect(await reader.page.getByText('House rules').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await author.waitForRequests()
  await reader.page.reload()
  await reader.page.getByRole('link', { name: /House rules/ }).waitFor()
  expect([author.faults, reader.faults]).toEqual([[], []])
})

it('the editor of training pages detects that two people edit at once', async () => {
  const { course, page: created } = await newPage(reseller, 'Shared', '<p>Start</p>')
  const { page, waitForRequests: answered } = await openPage(url, { as: reseller })
  await page.goto(`/whitelabel/training-content/${course.id}/${created.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.getByText('Start').waitFor()
  const theirs = { title: 'Shared', html: '<p>Theirs</p>', version: created.version }
  await t.call(saveDraft, { params: { id: created.id }, body: theirs }, reseller)
  await text.fill('Mine')
  await page.getByText('Someone else saved first').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await answered()
  const show = async () => (await t.call(editedPage, { params: { id: created.id } }, reseller)).body.data
  expect((await show()).html).toBe('<p>Mine</p>')
  const again = { ...theirs, version: (await show()).version }
  await t.call(saveDraft, { params: { id: created.id }, body: again }, reseller)
  await text.fill('Mine again')
  await page.getByRole('button', { name: 'Use the saved text' }).click()
  await text.getByText('Theirs').waitFor()
})

it('training runs no scripts of a page, and reports a deleted page', async () => {
  const hostile = [
    '<p>Safe words</p><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    '<a href="javascript:window.hacked=1">press me</a><svg onload="window.hacked=1"></svg>',
  ].join('')
  const { course, page: created } = await newPage(reseller, '<u>One</u>', hostile)
  await t.call(publishPage, { params: { id: created.id }, body: { version: created.version } }, reseller)
  const { page, faults } = await openPage(url, { as: customer })
  const heading = page.getByRole('heading', { name: '<u>One</u>', exact: true })
  const expectHarmless = async () => {
    await heading.waitFor()
    await page.getByText('press me').first().click()
    const risky = 'script, img, svg[onload], iframe, a[href]'
    expect(await page.getByRole('article').locator(risky).count()).toBe(0)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
  }
  await page.goto(`/onboarding/${course.id}`)
  await expectHarmless()
  expect(faults).toEqual([])
  // Unsanitized HTML, as if written to the database directly, is not rendered either.
  await t.app.database.pool.query('update training_page_text set html = html || $1 where page_id = $2', [
    `${hostile}<iframe src="https://evil.example/embed" srcdoc="<script>parent.hacked=1</script>"></iframe>`,
    created.id,
  ])
  await page.reload()
  await expectHarmless()
  await t.call(deletePage, { params: { id: created.id } }, reseller)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByText('This page was not found').waitFor()
  await page.getByText('Pages appear here once they’re published.').waitFor()
})

it('the built-in training is maintained by administrators, with topics and a history', async () => {
  const admin = await t.admin()
  const { page, faults } = await openPage(url, { as: admin })
  await page.goto('/admin/topics/create')
  await page.getByLabel('Name').fill('Selling')
  await page.getByRole('button', { name: 'Create topic' }).click()
  await page.getByRole('link', { name: 'Selling' }).waitFor()
  await page.getByRole('button', { name: 'Move Selling up' }).click()
  await page.getByText('Selling, 1 of 2').waitFor()
  await expectAccessible(page)
  const id = (await t.call(contentCourses, {}, admin)).body.data[0]!.id
  await visit(page, `/admin/training-content/${id}`)
  await page.getByRole('link', { name: 'What you will have at the end' }).click()
  await page.getByLabel('Title').fill('What you will get')
  await page.getByText('Published · unpublished changes').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Page published').waitFor()
  await visit(page, '/admin/training-content/history')
  await page.getByText('Training page published').waitFor()
  await expectAccessible(page)
  expect(faults).toEqual([])
})
