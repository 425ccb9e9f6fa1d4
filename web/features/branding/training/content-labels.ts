import type { ContentCourse, ContentPage } from '#contract/branding/training-content.ts'
import { counted } from '#contract/core/plural.ts'

const STATES: Record<ContentPage['state'], string> = {
  draft: 'Draft',
  published: 'Published',
  changed: 'Published · unpublished changes',
}

const formatOrigin = ({
  source,
  is_customized,
}: Pick<ContentCourse, 'source' | 'is_customized'>): string | null => {
  if (source === 'own') return null
  if (is_customized) return 'Customized'
  return source === 'built_in' ? 'Built in' : 'Inherited'
}

/** State labels of a page, most important first. */
export const pageFacts = (
  page: Pick<ContentPage, 'state' | 'source' | 'is_customized' | 'is_hidden'>,
): string =>
  [page.is_hidden ? 'Hidden' : null, STATES[page.state], formatOrigin(page)].filter(Boolean).join(' · ')

/** State label of a course. */
export function courseFacts(
  course: Pick<ContentCourse, 'source' | 'is_customized' | 'is_hidden' | 'hasContent' | 'drafts'>,
): string {
  const drafts = counted(course.drafts, 'draft')
  return [
    course.is_hidden ? 'Hidden' : course.hasContent ? 'Published' : 'Nothing published',
    course.drafts > 0 ? drafts : null,
    formatOrigin(course),
  ]
    .filter(Boolean)
    .join(' · ')
}
