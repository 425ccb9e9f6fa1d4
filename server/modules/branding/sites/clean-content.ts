import { onFirstUse } from '#server/platform/first-use.ts'

const sanitizeHtml = onFirstUse<typeof import('sanitize-html')>('sanitize-html')

const ALIGN = { 'text-align': [/^(?:left|right|center|justify|start|end)$/] }

/** A site's rich text, sanitized of anything that could run, load external content or cover the page. */
export const cleanContent = (html: string): string =>
  sanitizeHtml()(html, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i'],
      ...[
        'u',
        's',
        'a',
        'img',
        'span',
        'div',
        'code',
        'pre',
        'sub',
        'sup',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
      ],
    ],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      '*': ['style', 'dir'],
    },
    allowedStyles: { '*': ALIGN },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'img' && !/^\/brand-images\/[a-f0-9]{32}\.(?:png|webp)$/.test(attribs.src ?? ''),
    transformTags: {
      a: sanitizeHtml().simpleTransform('a', { rel: 'noopener nofollow', target: '_blank' }),
    },
  }).trim()
