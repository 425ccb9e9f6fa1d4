import { onFirstUse } from '#server/platform/first-use.ts'
import { cleanPage } from './clean-page.ts'

const library = onFirstUse<typeof import('marked')>('marked')

/** A page's HTML from Markdown. `pictures` maps names in the Markdown to URLs. */
export const readMarkdownPage = (
  markdown: string,
  pictures: ReadonlyMap<string, string> = new Map(),
): string =>
  cleanPage(
    (library().marked.parse(markdown, { async: false }) as string).replace(
      /<img src="([\w.-]+)"/g,
      (whole, name: string) => (pictures.has(name) ? `<img src="${pictures.get(name)}"` : whole),
    ),
  )
