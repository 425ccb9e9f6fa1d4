import type { FastifyRequest } from 'fastify'

/** The languages of an Accept-Language header, the preferred ones first. */
const readAccepted = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const quality = rest.map((one) => /^\s*q=([\d.]{1,5})$/.exec(one)?.[1]).find(Boolean)
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ language }) => language)

/** The language of a public page: that of `?lang=`, else the visitor's, else the first of those offered. */
export function chooseLanguage<Language extends string>(
  request: Pick<FastifyRequest, 'headers' | 'query'>,
  offered: readonly [Language, ...Language[]],
): Language {
  const asked = (request.query as { lang?: unknown }).lang
  const wanted = [
    ...(typeof asked === 'string' ? [asked.toLowerCase().split('-')[0]] : []),
    ...readAccepted(String(request.headers['accept-language'] ?? '')),
  ]
  const found = wanted.find((one): one is Language =>
    (offered as readonly (string | undefined)[]).includes(one),
  )
  return found ?? offered[0]
}
