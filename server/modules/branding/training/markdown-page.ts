import { marked } from 'marked'
import { cleanPage } from './clean-page.ts'

/** The HTML of a page from Markdown. `pictures` are addresses by the name that the Markdown gives them. */
export const readMarkdownPage = (
  markdown: string,
  pictures: ReadonlyMap<string, string> = new Map(),
): string =>
  cleanPage(
    (marked.parse(markdown, { async: false }) as string).replace(
      /<img src="([\w.-]+)"/g,
      (whole, name: string) => (pictures.has(name) ? `<img src="${pictures.get(name)}"` : whole),
    ),
  )
