import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  courseItems,
  coursePage,
  courses,
  markCourseItem,
  memberProgress,
  searchCourses,
  topics,
} from '#contract/branding/courses.ts'
import * as content from '#contract/branding/training-content.ts'
import * as topicCalls from '#contract/branding/training-topics.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { readPageFile, saveBuiltIn } from './built-in.ts'

let t: TestApp
let admin: TestUser
let reseller: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
  reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  customer = await t.account({ parent: reseller })
})
afterAll(() => t.close())

const topicId = async () => (await t.call(content.contentTopics, {}, admin)).body.data[0]!.id
async function newCourse(author: TestUser, title = 'House rules') {
  const body = { topic_id: await topicId(), title, summary: 'How we work' }
  return (await t.call(content.createCourse, { body }, author)).body.data
}
async function newPage(author: TestUser, courseId: number, title: string, html = `<p>${title}</p>`) {
  const input = { params: { id: courseId }, body: { title, html } }
  return (await t.call(content.createPage, input, author)).body.data
}
const publish = (author: TestUser, id: number, version: number) =>
  t.call(content.publishPage, { params: { id }, body: { version } }, author)
async function published(author: TestUser, courseId: number, title: string, html?: string) {
  const { id, version } = await newPage(author, courseId, title, html)
  await publish(author, id, version)
  return id
}
const save = (author: TestUser, id: number, version: number, html: string, title = 'Title') =>
  t.call(content.saveDraft, { params: { id }, body: { title, html, version } }, author)
const show = async (author: TestUser, id: number) =>
  (await t.call(content.editedPage, { params: { id } }, author)).body.data
const read = async (reader: TestUser, id: number) =>
  (await t.call(coursePage, { params: { id } }, reader)).body.data?.html
const coursesOf = async (reader: TestUser) =>
  (await t.call(topics, {}, reader)).body.data.flatMap(({ courses }) => courses)
const seesCourse = async (reader: TestUser, id: number) =>
  (await coursesOf(reader)).some((course) => course.id === id)
const titles = async (reader: TestUser, id: number) =>
  (await t.call(courseItems, { params: { id } }, reader)).body.data.items.map(({ title }) => title)
const builtIn = async () => {
  const course = (await coursesOf(admin)).find(({ title }) => title.startsWith('From nothing'))!
  const { items } = (await t.call(courseItems, { params: { id: course.id } }, admin)).body.data
  return { course, items }
}

describe('drafts', () => {
  it('are visible to editors only until published', async () => {
    const course = await newCourse(reseller)
    expect(course).toMatchObject({ source: 'own', hasContent: false, can: { edit: true } })
    const page = await newPage(reseller, course.id, 'Welcome')
    expect(page).toMatchObject({ state: 'draft', published: null, version: 1 })
    expect(await seesCourse(customer, course.id)).toBe(false)
    expect((await t.call(coursePage, { params: { id: page.id } }, customer)).status).toBe(404)
    await publish(reseller, page.id, page.version)
    expect(await read(customer, page.id)).toBe('<p>Welcome</p>')
    expect((await coursesOf(customer)).find(({ id }) => id === course.id)).toMatchObject({
      hasContent: true,
      status: 'active',
    })
    const saved = (await save(reseller, page.id, 2, '<p>New words</p>')).body.data
    expect(saved).toMatchObject({ state: 'changed', version: 3 })
    expect(await read(customer, page.id)).toBe('<p>Welcome</p>')
    const undone = await t.call(
      content.discardDraft,
      { params: { id: page.id }, body: { version: 3 } },
      reseller,
    )
    expect(undone.body.data).toMatchObject({ state: 'published', html: '<p>Welcome</p>' })
  })

  it('are never overwritten by someone with an older version', async () => {
    const page = await newPage(reseller, (await newCourse(reseller)).id, 'Shared')
    const results = await Promise.all(
      ['a', 'b', 'c'].map((text) => save(reseller, page.id, 1, `<p>${text}</p>`)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = results.find(({ status }) => status === 409)!
    const won = results.find(({ status }) => status === 200)!
    expect(refused.error).toMatchObject({
      code: 'edit_conflict',
      details: { current: { html: won.body.data.html, version: 2 } },
    })
    expect((await publish(reseller, page.id, 1)).status).toBe(409)
    expect((await show(reseller, page.id)).published).toBe(null)
  })
})

describe('content of a page', () => {
  it.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="x()" style="position:fixed">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)><svg onload=alert(1)></svg>', ''],
    ['<img src="https://evil.example/pixel.png">', ''],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<a href="/\\evil.example">a</a>', '<a>a</a>'],
    ['<a href="/..//evil.example">a</a>', '<a>a</a>'],
    ['<a href="/help">a</a>', '<a href="/help">a</a>'],
    ['<a href="data:text/html,x">a</a><a href="/wallet">b</a>', '<a>a</a><a href="/wallet">b</a>'],
    ['<object data="x"></object><embed src="x"><form action="/x"><input></form>', ''],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>', ''],
    ['<h1>Big</h1>', '<h2>Big</h2>'],
    [
      '<iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ" srcdoc="<script>x</script>" onload="x()"></iframe>',
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>',
    ],
  ])('%s becomes %s', async (given, expected) => {
    const page = await newPage(reseller, (await newCourse(reseller)).id, 'Hostile', given)
    expect(page.html).toBe(expected)
  })

  it.each([
    'https://evil.example/embed/dQw4w9WgXcQ',
    'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'https://evil.example/?https://www.youtube.com/embed/dQw4w9WgXcQ',
    'http://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
    '',
  ])('the frame %s is refused', async (src) => {
    const page = await newPage(reseller, (await newCourse(reseller)).id, 'Video')
    const refused = await save(reseller, page.id, 1, `<p>x</p><iframe src="${src}"></iframe>`)
    expect([refused.status, refused.error?.fields?.html]).toEqual([
      422,
      'Videos can be embedded from YouTube, Vimeo, Loom and Wistia',
    ])
    expect((await show(reseller, page.id)).version).toBe(1)
  })

  it('has at most 200 pages, also by restoring', async () => {
    const course = await newCourse(reseller)
    const first = await newPage(reseller, course.id, 'First')
    await t.call(content.deletePage, { params: { id: first.id } }, reseller)
    await t.app.database.pool.query(
      `with page as (insert into training_page (course_id, title, position)
         select $1, 'Page ' || n, n from generate_series(1, 200) n returning id, title)
       insert into training_page_text (account_id, page_id, title, html, published_at)
         select $2, id, title, repeat('<p>x</p>', 1000), now() from page`,
      [course.id, reseller.accountId],
    )
    expect(await titles(customer, course.id)).toHaveLength(200)
    const input = { params: { id: course.id }, body: { title: 'One more' } }
    const refused = await t.call(content.createPage, input, reseller)
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'A course has at most 200 pages. Delete one or start another course',
    ])
    expect((await t.call(content.restorePage, { params: { id: first.id } }, reseller)).status).toBe(409)
  })
})

describe('inheritance', () => {
  it('goes from the platform through the reseller to the customer, and to no one else', async () => {
    const other = await t.account()
    const course = await newCourse(admin, 'For everybody')
    const id = await published(admin, course.id, 'Hello')
    for (const reader of [reseller, customer, other]) expect(await read(reader, id)).toBe('<p>Hello</p>')
    const [inherited] = (await t.call(content.contentCourse, { params: { id: course.id } }, reseller)).body
      .data.pages
    expect(inherited).toMatchObject({ source: 'inherited', is_customized: false, state: 'published' })
    await save(reseller, id, 0, '<p>From us</p>', 'Hello from us')
    expect(await read(customer, id)).toBe('<p>Hello</p>')
    await publish(reseller, id, 1)
    for (const reader of [reseller, customer]) expect(await read(reader, id)).toBe('<p>From us</p>')
    expect(await read(other, id)).toBe('<p>Hello</p>')
    // The platform's next text does not change the reseller's, which returns to it when it is reset.
    await save(admin, id, 2, '<p>Hello again</p>')
    await publish(admin, id, 3)
    expect(await read(customer, id)).toBe('<p>From us</p>')
    expect((await show(reseller, id)).inherited?.html).toBe('<p>Hello again</p>')
    await t.call(content.resetPage, { params: { id } }, reseller)
    expect(await read(customer, id)).toBe('<p>Hello again</p>')
  })

  it('hides and shows courses and pages for everyone below', async () => {
    const course = await newCourse(admin, 'Hidden by some')
    const id = await published(admin, course.id, 'One')
    await published(admin, course.id, 'Two')
    const hide = (is_hidden: boolean) =>
      t.call(content.hidePage, { params: { id }, body: { is_hidden } }, reseller)
    await hide(true)
    expect([await titles(customer, course.id), await titles(admin, course.id)]).toEqual([
      ['Two'],
      ['One', 'Two'],
    ])
    expect(await read(customer, id)).toBe(undefined)
    const mark = { params: { id }, body: { done: true } }
    expect((await t.call(markCourseItem, mark, customer)).status).toBe(404)
    await hide(false)
    expect(await titles(customer, course.id)).toEqual(['One', 'Two'])
    const params = { id: course.id }
    await t.call(content.hideCourse, { params, body: { is_hidden: true } }, reseller)
    expect([await seesCourse(customer, course.id), await seesCourse(admin, course.id)]).toEqual([false, true])
    const shownCourse = (await t.call(content.contentCourse, { params }, reseller)).body.data.course
    expect(shownCourse).toMatchObject({ is_hidden: true })
    // No account below can show what a parent has hidden.
    const below = await t.account({ parent: reseller, modules: ['leads', 'whitelabel'] })
    expect((await t.call(content.hideCourse, { params, body: { is_hidden: false } }, below)).status).toBe(404)
    await t.call(content.hideCourse, { params, body: { is_hidden: false } }, reseller)
    expect(await seesCourse(customer, course.id)).toBe(true)
  })

  it('renames an inherited course without changing it for others', async () => {
    const { id } = await newCourse(admin, 'Original')
    await published(admin, id, 'Welcome')
    const params = { id }
    const body = { title: 'Ours', summary: '' }
    expect((await t.call(content.updateCourse, { params, body }, reseller)).body.data).toMatchObject({
      title: 'Ours',
      is_customized: true,
    })
    const name = async (reader: TestUser) =>
      (await coursesOf(reader)).find((course) => course.id === id)?.title
    expect([await name(customer), await name(admin)]).toEqual(['Ours', 'Original'])
    for (const call of [content.deleteCourse, content.createPage, content.orderPages] as const) {
      const input = { params, body: call === content.createPage ? { title: 'x' } : { page_ids: [1] } }
      const { status } = await t.call(call as typeof content.orderPages, input as never, reseller)
      expect([403, 404]).toContain(status)
    }
    await t.call(content.resetCourse, { params }, reseller)
    expect(await name(customer)).toBe('Original')
  })

  it('keeps courses of one reseller from another', async () => {
    const rival = await t.account({ modules: ['leads', 'whitelabel'] })
    const { id } = await newCourse(reseller, 'Secret')
    const page = await published(reseller, id, 'Secret page')
    const params = { id }
    const ofPage = { params: { id: page } }
    for (const status of [
      (await t.call(content.contentCourse, { params }, rival)).status,
      (await t.call(content.updateCourse, { params, body: { title: 'x', summary: '' } }, rival)).status,
      (await t.call(content.hideCourse, { params, body: { is_hidden: true } }, rival)).status,
      (await t.call(content.deleteCourse, { params }, rival)).status,
      (await t.call(content.restoreCourse, { params }, rival)).status,
      (await t.call(content.orderPages, { params, body: { page_ids: [page] } }, rival)).status,
      (await t.call(content.createPage, { params, body: { title: 'x' } }, rival)).status,
      (await t.call(content.editedPage, ofPage, rival)).status,
      (await save(rival, page, 2, 'x')).status,
      (await publish(rival, page, 2)).status,
      (await t.call(content.deletePage, ofPage, rival)).status,
      (await t.call(content.restorePage, ofPage, rival)).status,
      (await t.call(content.resetPage, ofPage, rival)).status,
      (await t.call(coursePage, ofPage, rival)).status,
    ])
      expect(status).toBe(404)
    expect(await read(customer, page)).toBe('<p>Secret page</p>')
  })
})

describe('the built-in course after an upgrade', () => {
  it('has the new texts, except where someone customized them', async () => {
    const { course, items } = await builtIn()
    const [first, second, third] = items
    await save(reseller, first!.id, 0, '<p>Our way</p>', 'Start here')
    await publish(reseller, first!.id, 1)
    await save(admin, second!.id, 0, '<p>Platform way</p>', 'Second')
    await publish(admin, second!.id, 1)
    await t.call(markCourseItem, { params: { id: third!.id }, body: { done: true } }, customer)
    const { db } = t.app.database
    const upgrade = async () =>
      [
        '# New first\nNew text',
        '# New second\nNew text',
        '# New third\nWith **bold** and <script>alert(1)</script>',
        '# A new page\nText',
      ].map((text, at) => {
        const known = items[at]
        const keys = ['01-what-you-will-have', '02-run-a-search', '03-read-your-list', '99-new']
        return readPageFile(`first-leads/${keys[at]}`, text + (known ? '' : ' at the end'))
      })
    await saveBuiltIn(db, upgrade)
    expect(await titles(customer, course.id)).toEqual(['Start here', 'Second', 'New third', 'A new page'])
    expect([
      await read(customer, first!.id),
      await read(admin, second!.id),
      await read(customer, third!.id),
    ]).toEqual(['<p>Our way</p>', '<p>Platform way</p>', '<p>With <strong>bold</strong> and </p>'])
    expect((await show(reseller, first!.id)).inherited?.title).toBe('New first')
    const { items: after } = (await t.call(courseItems, { params: { id: course.id } }, customer)).body.data
    expect(after.find(({ id }) => id === third!.id)?.done).toBe(true)
    // A version without the first page keeps it for accounts with their own text.
    await saveBuiltIn(db, async () => (await upgrade()).slice(1))
    expect(await read(customer, first!.id)).toBe('<p>Our way</p>')
    expect(await read(admin, first!.id)).toBe(undefined)
    await saveBuiltIn(db)
    expect(await titles(admin, course.id)).toHaveLength(8)
  })

  it('turns Markdown of an earlier version into pages', async () => {
    const { id } = await newCourse(reseller, 'From before')
    const { rows } = await t.app.database.pool.query(
      `insert into training_page (course_id, title, markdown)
        values ($1, 'Old', E'Go to [lists](/lists)\\n\\n- one\\n- <img src=x onerror=alert(1)>') returning id`,
      [id],
    )
    await saveBuiltIn(t.app.database.db)
    expect((await read(customer, rows[0].id))?.replace(/\s+/g, '')).toBe(
      '<p>Goto<ahref="/lists">lists</a></p><ul><li>one</li><li></li></ul>',
    )
  })
})

describe('the order of pages', () => {
  it('is saved in one call that names every page', async () => {
    const { id } = await newCourse(reseller, 'Ordered')
    const ids = [
      await published(reseller, id, 'A'),
      await published(reseller, id, 'B'),
      await published(reseller, id, 'C'),
    ]
    const order = (page_ids: number[]) =>
      t.call(content.orderPages, { params: { id }, body: { page_ids } }, reseller)
    expect((await order([ids[2]!, ids[0]!, ids[1]!])).body.data.map(({ title }) => title)).toEqual([
      'C',
      'A',
      'B',
    ])
    expect(await titles(customer, id)).toEqual(['C', 'A', 'B'])
    const foreign = await published(admin, (await newCourse(admin, 'Other')).id, 'Foreign')
    for (const wrong of [
      ids.slice(1),
      [...ids, ids[0]!],
      [ids[0]!, ids[0]!, ids[1]!],
      [ids[0]!, ids[1]!, foreign],
    ])
      expect((await order(wrong)).error?.code).toBe('conflict')
    expect(await titles(customer, id)).toEqual(['C', 'A', 'B'])
  })
})

describe('readers', () => {
  it('of a page deleted in the meantime are told so', async () => {
    const { id } = await newCourse(reseller, 'Shrinking')
    const ids = [await published(reseller, id, 'A'), await published(reseller, id, 'B')]
    const params = { id: ids[0]! }
    await t.call(markCourseItem, { params, body: { done: true } }, customer)
    await t.call(content.deletePage, { params }, reseller)
    const gone = await t.call(markCourseItem, { params, body: { done: false } }, customer)
    expect([gone.status, gone.error?.message]).toEqual([404, 'This page was not found'])
    expect((await t.call(courseItems, { params: { id } }, customer)).body.data).toMatchObject({
      next: ids[1],
      course: { items: 1, done: 0 },
    })
    await t.call(content.restorePage, { params }, reseller)
    expect((await t.call(courseItems, { params: { id } }, customer)).body.data.course.done).toBe(1)
    await t.call(content.deleteCourse, { params: { id } }, reseller)
    expect(await seesCourse(customer, id)).toBe(false)
    await t.call(content.restoreCourse, { params: { id } }, reseller)
    expect(await seesCourse(customer, id)).toBe(true)
  })

  it('find pages by all their words', async () => {
    const { id } = await newCourse(reseller, 'Escalators')
    await published(reseller, id, 'Upkeep', '<p>Oil the <b>flugelbinder</b> weekly &amp; write it down</p>')
    await newPage(reseller, id, 'Draft', '<p>flugelbinder</p>')
    const { data } = (
      await t.call(courses, { query: { search: 'escal', topic_id: await topicId() } }, customer)
    ).body
    expect(data.map(({ title }) => title)).toEqual(['Escalators'])
    const find = async (search: string) =>
      (await t.call(searchCourses, { query: { search } }, customer)).body.data
    expect(await find('FLUGELBINDER escalators')).toMatchObject([
      { course: 'Escalators', title: 'Upkeep', excerpt: 'Oil the flugelbinder weekly & write it down' },
    ])
    for (const nothing of ['flugelbinder missing', '100%_', '<b>']) expect(await find(nothing)).toEqual([])
  })

  it('are listed for the owner with their progress', async () => {
    const owner = await t.account({ parent: reseller })
    const member = await t.member(owner)
    const { id } = await newCourse(reseller, 'Finished')
    const ids = [await published(reseller, id, 'A'), await published(reseller, id, 'B')]
    const progress = async () =>
      (await t.call(memberProgress, {}, owner)).body.data.find(({ user_id }) => user_id === member.id)
        ?.courses
    const mark = (page: number) =>
      t.call(markCourseItem, { params: { id: page }, body: { done: true } }, member)
    await mark(ids[0]!)
    expect(await progress()).toEqual([{ id, title: 'Finished', items: 2, done: 1, finished_at: null }])
    await mark(ids[1]!)
    expect(await progress()).toEqual([
      { id, title: 'Finished', items: 2, done: 2, finished_at: expect.any(String) },
    ])
    expect((await t.call(memberProgress, {}, member)).status).toBe(403)
  })
})

describe('files', () => {
  async function upload(bytes: Buffer, name: string, kind: 'image' | 'file') {
    const response = await t.app.http.inject({
      method: 'POST',
      url: `/api/wl/training/files?${new URLSearchParams({ name, kind })}`,
      headers: { authorization: `Bearer ${reseller.token}`, 'content-type': 'application/octet-stream' },
      payload: Readable.from([bytes]),
    })
    return { status: response.statusCode, body: response.json() }
  }

  it('are re-encoded images, and documents that browsers download', async () => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { url } = (await upload(image, 'red.png', 'image')).body.data
    expect(url).toMatch(/^\/training-files\/[a-f0-9]{32}\.png$/)
    const page = await newPage(
      reseller,
      (await newCourse(reseller)).id,
      'Image',
      `<img src="${url}" alt="Red">`,
    )
    expect(page.html).toBe(`<img src="${url}" alt="Red" />`)
    const shown = await t.app.http.inject({ url })
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
      200,
      'image/png',
      undefined,
    ])
    const pdf = (await upload(Buffer.from('%PDF-1.7 x'), 'Prices "2026".pdf', 'file')).body.data
    const saved = await t.app.http.inject({ url: pdf.url })
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Prices _2026_.pdf"; filename*=UTF-8''Prices%20%222026%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await t.app.http.inject({ url: `/training-files/${'0'.repeat(32)}.png` })).statusCode).toBe(404)
  })

  it.each([
    ['page.html', '<script>alert(1)</script>'],
    ['page.pdf', '<script>alert(1)</script>'],
    ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['sheet.xlsx', 'not a zip'],
    ['list.csv', 'a\u0000b'],
    ['none', 'x'],
  ])('of the kind %s are refused', async (name, bytes) => {
    const { status, body } = await upload(Buffer.from(bytes), name, 'file')
    expect([status, body.fields?.file]).toEqual([422, 'Type is not valid'])
  })

  it('are at most 5 MB', async () => {
    for (const kind of ['image', 'file'] as const) {
      const { status, body } = await upload(Buffer.alloc(5_000_001, '%PDF-'), 'big.pdf', kind)
      expect([status, body.message]).toEqual([413, 'Maximum allowed file size is 5mb'])
    }
  })
})

describe('topics', () => {
  it('are created, ordered, hidden with their courses, and deleted when empty, by administrators', async () => {
    const create = async (name: string) =>
      (await t.call(topicCalls.createTopic, { body: { name } }, admin)).body.data
    const sales = await create('Sales')
    const empty = await create('Empty')
    const body = { topic_id: sales.id, title: 'Selling', summary: '' }
    const { id } = (await t.call(content.createCourse, { body }, reseller)).body.data
    await published(reseller, id, 'Welcome')
    expect(await seesCourse(customer, id)).toBe(true)
    const all = (await t.call(topicCalls.adminTopics, {}, admin)).body.data.map((topic) => topic.id)
    const order = (topic_ids: number[]) => t.call(topicCalls.orderTopics, { body: { topic_ids } }, admin)
    expect((await order([...all].reverse())).body.data.map((topic) => topic.id)).toEqual([...all].reverse())
    expect((await order(all.slice(1))).error?.code).toBe('conflict')
    const rename = { params: { id: sales.id }, body: { name: 'Selling', is_active: false } }
    await t.call(topicCalls.updateTopic, rename, admin)
    expect(await seesCourse(customer, id)).toBe(false)
    expect((await t.call(content.createCourse, { body }, reseller)).status).toBe(404)
    const remove = (topic: number) => t.call(topicCalls.deleteTopic, { params: { id: topic } }, admin)
    expect([(await remove(sales.id)).status, (await remove(empty.id)).status]).toEqual([409, 200])
    expect((await t.call(topicCalls.createTopic, { body: { name: 'x' } }, reseller)).status).toBe(403)
  })
})

describe('a course in the list of courses', () => {
  it('is of an account above, or of the own one', async () => {
    const { id } = await newCourse(reseller, 'For our customers')
    await published(reseller, id, 'Welcome')
    const rival = await t.account({ modules: ['leads', 'whitelabel'] })
    const seen = []
    for (const reader of [reseller, customer, rival, admin]) seen.push(await seesCourse(reader, id))
    expect(seen).toEqual([true, true, false, false])
  })

  it('is neither deleted nor turned off', async () => {
    const { id } = await newCourse(reseller, 'For a while')
    await published(reseller, id, 'Welcome')
    await t.call(content.deleteCourse, { params: { id } }, reseller)
    expect(await seesCourse(customer, id)).toBe(false)
    await t.call(content.restoreCourse, { params: { id } }, reseller)
    expect(await seesCourse(customer, id)).toBe(true)
    await t.app.database.pool.query('update training_course set is_active = false where id = $1', [id])
    expect(await seesCourse(customer, id)).toBe(false)
  })
})
