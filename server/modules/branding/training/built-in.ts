import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, transaction } from '#server/platform/db/db.ts'

const FOLDER = join(import.meta.dirname, 'courses')

interface BuiltInItem {
  key: string
  title: string
  body: string
}

/** The product's own courses; the items of each are the Markdown files of its folder, in the order of their names. */
const COURSES = [
  {
    topic: { key: 'getting-started', name: 'Getting started' },
    key: 'first-leads',
    title: 'From nothing to verified leads',
    summary: 'From an empty account to a file of leads with verified emails. About 15 minutes, free.',
  },
] as const

/** An item of a file: its first line is the title. @throws Error when it has none, which is a mistake of ours. */
export function readItem(key: string, text: string): BuiltInItem {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? []
  if (!title || body === undefined) throw new Error(`The course file ${key} begins without "# Title"`)
  return { key, title: title.trim(), body: body.trim() }
}

async function readItems(course: string): Promise<BuiltInItem[]> {
  const names = (await readdir(join(FOLDER, course))).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) =>
      readItem(`${course}/${name.slice(0, -3)}`, await readFile(join(FOLDER, course, name), 'utf8')),
    ),
  )
}

/** Brings what the database has of the product's own courses up to date; progress stays with items that stay. */
export async function saveBuiltIn(db: Db): Promise<void> {
  const read = await Promise.all(
    COURSES.map(async (course) => ({ ...course, items: await readItems(course.key) })),
  )
  await transaction(db, async () => {
    for (const [position, { topic, key, title, summary, items }] of read.entries()) {
      await sql`insert into training_topic (key, name) values (${topic.key}, ${topic.name})
        on conflict (key) do update set name = excluded.name`.execute(db)
      await sql`insert into training_course (topic_id, key, title, summary, position)
        select id, ${key}, ${title}, ${summary}, ${position} from training_topic where key = ${topic.key}
        on conflict (key) do update set title = excluded.title, summary = excluded.summary,
          position = excluded.position, topic_id = excluded.topic_id`.execute(db)
      await sql`delete from training_item i using training_course c
        where c.id = i.course_id and c.key = ${key} and i.key <> all(${items.map((item) => item.key)}::text[])`.execute(
        db,
      )
      await sql`insert into training_item (course_id, key, title, body, position)
        select c.id, i.key, i.title, i.body, i.position
        from training_course c, jsonb_to_recordset(${JSON.stringify(
          items.map((item, at) => ({ ...item, position: at })),
        )}::jsonb) as i(key text, title text, body text, position int)
        where c.key = ${key}
        on conflict (key) do update set title = excluded.title, body = excluded.body,
          position = excluded.position, course_id = excluded.course_id`.execute(db)
    }
  })
}
