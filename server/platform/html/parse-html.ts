import { type Handler, Parser } from 'htmlparser2'

type Handlers = Partial<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>

const PIECE = 16_384
/** No page that a person wrote is so deep; a parser's work grows with the square of it. */
const MAX_OPEN = 1000

/** Goes through a document of HTML. One whose elements stand too deep within each other is read up to there. */
export function parseHtml(html: string, handlers: Handlers): void {
  let open = 0
  const parser = new Parser({
    ...handlers,
    onopentag(...given) {
      open += 1
      handlers.onopentag?.(...given)
    },
    onclosetag(...given) {
      open -= 1
      handlers.onclosetag?.(...given)
    },
  })
  for (let start = 0; start < html.length && open <= MAX_OPEN; start += PIECE)
    parser.write(html.slice(start, start + PIECE))
  parser.end()
}
