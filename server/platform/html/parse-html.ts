import { type Handler, Parser } from 'htmlparser2'

type Handlers = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>

const PIECE = 16_384
/** No real page is nested so deep; a parser's work grows with the square of the depth. */
const MAX_OPEN = 1000

/** Parses an HTML document. Reading ends where elements are nested too deep. */
export function parseHtml(html: string, handlers: Handlers): void {
  let open = 0
  const parser = new Parser({
    ...handlers,
    onopentag(...args) {
      open += 1
      handlers.onopentag?.(...args)
    },
    onclosetag(...args) {
      open -= 1
      handlers.onclosetag?.(...args)
    },
  })
  for (let start = 0; start < html.length && open <= MAX_OPEN; start += PIECE)
    parser.write(html.slice(start, start + PIECE))
  parser.end()
}
