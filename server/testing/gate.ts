import type { SamplePage } from './sample-websites.ts'

/** Holds answers back until it is opened, so that a test decides how far work comes. */
export interface Gate {
  /** The same page, answered only when the gate is open. */
  behind(html: string): SamplePage
  /** Answers everyone who waits, and whoever comes from now on. */
  open(): void
  /** How many have come and wait. */
  waiting(): number
}

/** Makes a gate that is shut. */
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
