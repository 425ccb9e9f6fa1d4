import { answerInThread } from '#server/platform/answer-in-thread.ts'
import { pageText } from '../text/page-text.ts'
import { pageLinks } from './page-links.ts'

/** A page as it came, and what is asked of it. */
export interface PageQuestion {
  html: string
  url: string
  /** Only its links are asked for. */
  isKnown: boolean
}

/** What a page says and where it leads. */
export type PageAnswer = ReturnType<typeof pageLinks> & { page: { title: string; text: string } | null }

answerInThread<PageQuestion, PageAnswer>(({ html, url, isKnown }) => {
  const page = isKnown ? null : pageText(html)
  return { ...pageLinks(html, url), page: page && { title: page.title, text: page.text } }
})
