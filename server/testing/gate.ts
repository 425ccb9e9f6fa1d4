import type { SamplePage } from './sample-websites.ts'

/** Holds replies back until it is opened, so that a test decides how far work gets. */
export interface Gate {
  /** The same page, answered only when the gate is open. */
  behind(html: string): SamplePage
  /** Answers all waiting and future requests. */
  open(): void
  /** Number of waiting requests. */
  waiting(): number
}

/** A closed gate. */
export function createGate(): Gate {
  const waiting: (() => void)[] = []
  let isOpen = false
  return {
    behind: (html) => (_request, response) => {
      const send = () => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        response.end(html)
      }
      if (isOpen) send()
      else waiting.push(send)
    },
    open() {
      isOpen = true
      for (const send of waiting.splice(0)) send()
    },
    waiting: () => waiting.length,
  }
}
