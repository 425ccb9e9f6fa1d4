import type { ContentCourse, ContentPage, EditedPage } from '#contract/branding/training-content.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import type { ContentCourseRow, ContentPageRow } from './content-store.ts'
import { canEditCourse } from './training-policy.ts'

const findSource = (accountId: number, owner: number | null): ContentPage['source'] =>
  owner === null ? 'built_in' : owner === accountId ? 'own' : 'inherited'

export const presentCourse = (actor: Actor, row: ContentCourseRow): ContentCourse => ({
  ...pick(row, 'id', 'topic_id', 'topic', 'title', 'summary'),
  status: 'active',
  source: findSource(actor.accountId, row.account_id),
  is_hidden: row.is_hidden,
  is_customized: row.is_customized,
  hasContent: row.published > 0,
  pages: row.pages,
  drafts: row.drafts,
  can: { edit: canEditCourse(actor, row) },
})

function findState({ draft_html, html, inherited_html }: ContentPageRow): ContentPage['state'] {
  const isPublished = html !== null || inherited_html !== null
  if (!isPublished) return 'draft'
  return draft_html === null ? 'published' : 'changed'
}

export const presentPage = (accountId: number, row: ContentPageRow): ContentPage => ({
  id: row.id,
  title: row.draft_title ?? row.title ?? row.inherited_title ?? '',
  state: findState(row),
  source: findSource(accountId, row.account_id),
  is_hidden: row.is_hidden,
  is_customized: row.account_id !== accountId && (row.html !== null || row.draft_html !== null),
  updated_by: row.editor,
  updated_at: row.updated_at?.toISOString() ?? null,
})

const makeText = (title: string | null, html: string | null) =>
  title === null || html === null ? null : { title, html }

export function presentEdited(accountId: number, row: ContentPageRow): EditedPage {
  const inherited = makeText(row.inherited_title, row.inherited_html)
  return {
    ...presentPage(accountId, row),
    course_id: row.course_id,
    html: row.draft_html ?? row.html ?? row.inherited_html ?? '',
    version: row.version,
    published: makeText(row.title, row.html) ?? inherited,
    inherited,
  }
}
