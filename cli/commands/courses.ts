import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import * as api from '#contract/branding/training-content.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { temporaryName } from '../files/atomic-write.ts'
import { readInputText } from '../files/input-text.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'

/** A course as a file, including images and files of its pages. */
const CourseFile = z.object({
  format: z.literal('training-course/1'),
  topic: z.string(),
  title: z.string(),
  summary: z.string(),
  pages: z
    .array(z.object({ title: z.string(), html: z.string(), is_published: z.boolean() }))
    .check(z.maxLength(api.MAX_COURSE_PAGES)),
  files: z.array(z.object({ url: z.string(), name: z.string(), base64: z.string() })),
})
type CourseFile = z.output<typeof CourseFile>

const FILE_URL = /\/training-files\/[a-f0-9]{32}\.[a-z]{3,4}/g
const IMAGE = /\.(?:png|webp)$/

async function download(client: ApiClient, url: string): Promise<CourseFile['files'][number]> {
  const response = await client.send({ method: 'GET', path: url, bearer: false, timeoutMs: 60_000 })
  if (!response.ok) throw new CliError('failed', `${url} could not be downloaded`, { code: 'not_found' })
  const star = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const name = star ? decodeURIComponent(star) : (url.split('/').at(-1) as string)
  return { url, name, base64: Buffer.from(await response.arrayBuffer()).toString('base64') }
}

async function readCourse(client: ApiClient, id: number): Promise<CourseFile> {
  const { data } = await client.call(api.contentCourse, { params: { id } })
  const pages: CourseFile['pages'] = []
  for (const page of data.pages) {
    const { title, html, state } = (await client.call(api.editedPage, { params: { id: page.id } })).data
    pages.push({ title, html, is_published: state !== 'draft' })
  }
  const files: CourseFile['files'] = []
  for (const url of new Set(pages.flatMap(({ html }) => html.match(FILE_URL) ?? [])))
    files.push(await download(client, url))
  const { topic, title, summary } = data.course
  return { format: 'training-course/1', topic, title, summary, pages, files }
}

/** Writes a file completely or not at all. */
async function writeWhole(file: string, content: string): Promise<void> {
  const temporary = temporaryName(file)
  try {
    await writeFile(temporary, content)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** `leadwright courses export`: a course as a file. */
export const coursesExportCommand = defineCommand({
  name: 'courses export',
  summary: 'Save a training course with its images and files as JSON',
  positionals: ['COURSE_ID'],
  options: { out: text('FILE', 'File to save it to; standard output by default') },
  notes: ['Pages contain what editors see, including drafts.'],
  examples: ['leadwright courses export 12 --out course.json'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'COURSE_ID')
    const client = await openClient(call)
    const course = await readCourse(client, id)
    const { out } = call.values
    const json = `${JSON.stringify(course, null, 2)}\n`
    if (out === undefined) {
      call.terminal.result(course, () => json.trimEnd())
      return EXIT.done.code
    }
    await writeWhole(resolve(call.env.workingFolder, out), json)
    const facts = { file: out, pages: course.pages.length, files: course.files.length }
    call.terminal.result(facts, () => `Saved ${facts.pages} pages and ${facts.files} files in ${out}`)
  },
})

function parseCourse(content: string, name: string): CourseFile {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw usageError(`"${name}" is not JSON`)
  }
  const course = CourseFile.safeParse(value)
  if (!course.success) throw usageError(`"${name}" wasn’t created by leadwright courses export`)
  return course.data
}

async function uploadFile(client: ApiClient, file: CourseFile['files'][number]): Promise<string> {
  const query = { name: file.name, kind: IMAGE.test(file.url) ? 'image' : 'file' }
  const reply = (await client.sendForJson({
    method: api.uploadTrainingFile.method,
    path: buildPath(api.uploadTrainingFile.path, {}, query),
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(file.base64, 'base64'),
    timeoutMs: 60_000,
  })) as { data: { url: string } }
  return reply.data.url
}

/** Creates the pages in order; addresses of files are replaced by those of the copies. */
async function addPages(client: ApiClient, id: number, course: CourseFile, isPublishing: boolean) {
  const urls = new Map<string, string>()
  for (const file of course.files) urls.set(file.url, await uploadFile(client, file))
  let published = 0
  for (const { title, html, is_published } of course.pages) {
    const body = { title, html: html.replace(FILE_URL, (url) => urls.get(url) ?? url) }
    const { data: page } = await client.call(api.createPage, { params: { id }, body })
    if (!isPublishing || !is_published) continue
    await client.call(api.publishPage, { params: { id: page.id }, body: { version: page.version } })
    published += 1
  }
  return published
}

/** `leadwright courses import`: a course from a file. */
export const coursesImportCommand = defineCommand({
  name: 'courses import',
  summary: 'Create a training course from a file saved by courses export',
  positionals: ['FILE'],
  options: {
    topic: text('NAME', 'Topic of the course; by default the one in the file'),
    publish: flag('Publish the pages that were published'),
  },
  notes: ['FILE is - for standard input. Without --publish all pages are drafts.'],
  examples: ['leadwright courses import course.json --topic "Getting started" --publish --json'],
  async run(call) {
    const name = call.positionals[0]!
    const course = parseCourse(await readInputText(call.env.workingFolder, name, call.terminal.input), name)
    const client = await openClient(call)
    const { data: topics } = await client.call(api.contentTopics, {})
    const topicName = call.values.topic ?? course.topic
    const topic = topics.find((candidate) => candidate.name.toLowerCase() === topicName.trim().toLowerCase())
    if (!topic)
      throw usageError(
        `There is no topic "${topicName}". Choose one with --topic: ${topics.map((known) => known.name).join(', ')}`,
      )
    const { title, summary } = course
    const { data: created } = await client.call(api.createCourse, {
      body: { topic_id: topic.id, title, summary },
    })
    try {
      const published = await addPages(client, created.id, course, call.values.publish)
      const result = { course_id: created.id, pages: course.pages.length, published }
      call.terminal.result(
        result,
        () => `Created course ${created.id} with ${result.pages} pages, ${published} of them published`,
      )
    } catch (error) {
      // Delete a course whose import failed.
      await client.call(api.deleteCourse, { params: { id: created.id } }).catch(() => {})
      throw error
    }
  },
})
