import { answerInThread } from '#server/platform/answer-in-thread.ts'
import { pageText } from '../text/page-text.ts'
import { pageLinks } from './page-links.ts'

/** A raw page, and what to extract from it. */
export interface PageRequest {
  html: string
  url: string
  /** Only its links are needed. */
  isKnown: boolean
}

export type PageAnswer = ReturnType<typeof pageLinks> & { page: { title: string; text: string } | null }

answerInThread<PageRequest, PageAnswer>(({ html, url, isKnown }) => {
  const page = isKnown ? null : pageText(html)
  return { ...pageLinks(html, url), page: page && { title: page.title, text: page.text } }
})
