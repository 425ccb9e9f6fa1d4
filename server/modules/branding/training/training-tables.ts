import type { Generated } from 'kysely'

interface TopicTable {
  id: Generated<number>
  /** Key of a built-in topic. */
  key: string | null
  name: string
  position: Generated<number>
  is_active: Generated<boolean>
}
interface CourseTable {
  id: Generated<number>
  topic_id: number
  /** Its owner; null for built-in courses. */
  account_id: number | null
  key: string | null
  title: string
  summary: Generated<string>
  position: Generated<number>
  is_active: Generated<boolean>
  /** Hash of a built-in course's files. */
  digest: string | null
  deleted_at: Date | null
}
interface PageTable {
  id: Generated<number>
  course_id: number
  key: string | null
  title: string
  /** Text of a built-in page; all others have theirs in `training_page_text`. */
  html: Generated<string>
  words: Generated<string>
  /** Markdown of an earlier version, until it is converted. */
  markdown: string | null
  position: Generated<number>
  /** When an upgrade removed the page from a built-in course. */
  retired_at: Date | null
  deleted_at: Date | null
}
interface ProgressTable {
  account_id: number
  user_id: number
  page_id: number
  done_at: Generated<Date>
}
interface CourseSettingTable {
  account_id: number
  course_id: number
  title: string | null
  summary: string | null
  is_hidden: Generated<boolean>
}
interface PageTextTable {
  account_id: number
  page_id: number
  draft_title: string | null
  draft_html: string | null
  title: string | null
  html: string | null
  words: Generated<string>
  is_hidden: Generated<boolean>
  version: Generated<number>
  updated_by: number | null
  updated_at: Generated<Date>
  published_at: Date | null
}
interface FileTable {
  id: string
  account_id: number | null
  name: string
  content_type: string
  bytes: Buffer
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    training_topic: TopicTable
    training_course: CourseTable
    training_page: PageTable
    training_progress: ProgressTable
    training_course_setting: CourseSettingTable
    training_page_text: PageTextTable
    training_file: FileTable
  }
}
