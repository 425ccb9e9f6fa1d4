import { readVideo, VIDEO_MESSAGE } from '#contract/branding/video-hosts.ts'
import { insideAddress } from '#contract/core/addresses.ts'
import { invalidField } from '#server/platform/errors.ts'
import { onFirstUse } from '#server/platform/first-use.ts'

const sanitizeHtml = onFirstUse<typeof import('sanitize-html')>('sanitize-html')

/** URL of an uploaded image or file, with the name of the same picture in dark colors where there is one. */
const STORED = /^\/training-files\/[a-f0-9]{32}\.[a-z]{3,4}(?:#dark=[a-f0-9]{32}\.[a-z]{3,4})?$/

const TAGS =
  'h2 h3 h4 p br hr blockquote ul ol li strong b em i u s a img iframe code pre table thead tbody tr th td'.split(
    ' ',
  )

/**
 * A page's HTML, sanitized of anything that could run, load external content or cover the application.
 * @throws AppError validation_failed for a frame that is not a video of an allowed host
 */
export const cleanPage = (html: string): string =>
  sanitizeHtml()(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href'],
      img: ['src', 'alt'],
      iframe: ['src'],
      ol: ['start'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      '*': ['dir'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !STORED.test(attribs.src ?? ''),
    transformTags: {
      // The page already has a heading.
      h1: 'h2',
      a: (tagName, attribs) => {
        const href = attribs.href ?? ''
        const attributes: Record<string, string> =
          href.startsWith('/') && insideAddress(href) === undefined ? {} : { href }
        return { tagName, attribs: attributes }
      },
      iframe: (tagName, attribs) => {
        const video = readVideo(attribs.src ?? '')
        if (!video) throw invalidField('html', VIDEO_MESSAGE)
        return { tagName, attribs: { src: video.src } }
      },
    },
  }).trim()

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** A sanitized page as one line of text, for the search. */
export const plainText = (html: string): string =>
  sanitizeHtml()(html.replace(/<(?:br|hr|img|\/(?:p|li|h[2-4]|td|th|pre|blockquote))\b/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string)
    .replace(/\s+/g, ' ')
    .trim()
